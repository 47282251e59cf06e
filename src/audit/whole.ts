import type { LineFault, SourceRecord } from '../model/record.ts';
import { decodeUtf8 } from '../text/utf8.ts';
import { wholeRecord } from './subject.ts';

/** Takes an input as one value: nothing is split, and what is no UTF-8 is not read. */
export function openWhole(settings: { readonly input: number; emit(record: SourceRecord): void; fault(fault: LineFault): void }): {
  push(chunk: Uint8Array): void;
  end(): void;
} {
  const chunks: Uint8Array[] = [];
  return {
    push: (chunk) => void chunks.push(Uint8Array.from(chunk)), // a copy: the chunk's bytes are lent
    end() {
      const text = decodeUtf8(Buffer.concat(chunks));
      if (text !== undefined) {
        settings.emit(wholeRecord(text, settings.input));
        return;
      }
      const detail = 'the input is not valid UTF-8, so it is not read';
      settings.fault({ code: 'ledger/invalid-utf8', input: settings.input, line: 1, column: 1, offset: 0, isHarmless: false, detail });
    },
  };
}
