import { describe, expect, test } from 'vitest';
import { Tally } from './plane/tally.ts';
import { anthropicFormats } from './talks/formats/anthropic.ts';
import { bedrockFormats } from './talks/formats/bedrock.ts';
import { chatFormats } from './talks/formats/chat.ts';
import { googleFormats } from './talks/formats/google.ts';
import { googleTraces } from './talks/formats/google-traces.ts';
import { responsesFormats } from './talks/formats/responses.ts';
import { sessionFormats } from './talks/formats/sessions.ts';
import { wireFormats } from './talks/formats/wire.ts';
import { judgeCut, judgeTalks } from './talks/judge.ts';

// One conversation, written down in every format: the same calls, the same results, and every deviation where it was put, with nothing besides.

const formats = [
  ...anthropicFormats,
  ...chatFormats,
  ...responsesFormats,
  ...googleFormats,
  ...bedrockFormats,
  ...sessionFormats,
  ...wireFormats,
  ...googleTraces,
];

const isNightly = process.env.NIGHTLY === '1';
const seed = Number(process.env.SEED ?? 20_261_201);
const wanted = isNightly ? 1_000 : Number(process.env.WANTED ?? 25);

describe.each(formats)('$name', (format) => {
  const orders = format.order === 'any' ? [true, false] : [true];
  test.each(orders)(`${wanted} recordings, in their order: %s`, { timeout: 3_600_000 }, async (isOrdered) => {
    const wrong = new Tally();
    for (let index = 0; index < wanted; index++)
      for (const kind of await judgeTalks(format, seed + index, isOrdered)) wrong.add(kind, `seed ${seed + index}`);
    expect(wrong.lines).toEqual([]);
  });

  test(`${wanted} recordings, cut inside of their last record`, { timeout: 3_600_000 }, async () => {
    const wrong = new Tally();
    for (let index = 0; index < wanted; index++)
      for (const kind of await judgeCut(format, seed + index)) wrong.add(kind, `seed ${seed + index}`);
    expect(wrong.lines).toEqual([]);
  });
});
