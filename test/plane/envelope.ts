import type { Json } from './event.ts';

/** A DSSE envelope around an in-toto statement about a call digest. Nobody looks at its signature here. */
export function envelopeOf(sha256: string | undefined): Json {
  const statement = {
    _type: 'https://in-toto.io/Statement/v1',
    subject: [{ digest: { sha256 } }],
    predicateType: 'https://plane.example/tool-authorization/v1',
    predicate: {},
  };
  const payload = Buffer.from(JSON.stringify(statement)).toString('base64');
  return { payload, payloadType: 'application/vnd.in-toto+json', signatures: [{ keyid: 'k-1', sig: 'MEUCIQ==' }] };
}
