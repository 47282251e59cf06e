import { describe, expect, it } from 'vitest';
import { openaiResponses } from '../../src/readers/openai-responses.ts';
import { plainEvents } from '../kit/events.ts';
import { casesOf, read, recordsOf } from './read.ts';

const cases = casesOf(openaiResponses);

describe('openai-responses', () => {
  it.each(cases)('reads $name', ({ input, expected }) => {
    expect(plainEvents(read(openaiResponses, recordsOf(input)))).toEqual(expected);
  });
});
