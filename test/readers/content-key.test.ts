import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalize } from '../../src/json/canonical.ts';
import { parseJson } from '../../src/json/parse.ts';
import { ExactNumber, type JsonValue } from '../../src/model/json.ts';
import { argumentKey } from '../../src/readers/kit/argument-key.ts';
import { contentKey } from '../../src/readers/kit/content-key.ts';

const parsed = (text: string): JsonValue => {
  const result = parseJson(text);
  if (!result.ok) throw new Error(text);
  return result.value;
};
const ofText = (text: string): string => argumentKey({ form: 'text', text, pointer: '' });
const ofValue = (value: JsonValue): string => argumentKey({ form: 'value', value, pointer: '' });
const json: fc.Arbitrary<JsonValue> = fc.jsonValue({ maxDepth: 3 }).map((value): JsonValue => JSON.parse(JSON.stringify(value)));

describe('the key of arguments', () => {
  it('is one for the text and for the value, whatever the order and the spacing', () => {
    expect(ofText('{"b":1,\n "a":[2]}')).toBe('{"a":[2],"b":1}');
    expect(ofValue({ b: 1, a: [2] })).toBe('{"a":[2],"b":1}');
    expect(argumentKey({ form: 'absent', pointer: '' })).toBe('{}');
  });

  it('is the canonical form of any value, asked once or again', () => {
    fc.assert(
      fc.property(json, (value) => {
        for (const key of [ofValue(value), ofValue(value), ofText(JSON.stringify(value))]) expect(key).toBe(canonicalize(value));
      }),
    );
  });

  it('keeps apart what a double does not', () => {
    expect(ofText('[9007199254740993]')).not.toBe(ofText('[9007199254740992]'));
    expect(ofValue([new ExactNumber('9007199254740993')])).not.toBe(ofValue([{ text: '9007199254740993' }]));
  });

  it('of text that is no JSON is the text, and of deep nesting is some text', () => {
    expect(ofText('{"a":')).toBe('{"a":');
    const deep = parsed(`${'['.repeat(3000)}${']'.repeat(3000)}`);
    expect(ofValue(deep)).toBe(canonicalize(deep));
  });

  it('of more than can be remembered is still right', () => {
    const texts = Array.from({ length: 300 }, (_, index) => `{"b":"${'x'.repeat(20_000)}","a":${index}}`);
    for (const text of [...texts, ...texts]) expect(ofText(text)).toBe(canonicalize(parsed(text)));
  });
});

describe('the key of content', () => {
  it('tells any two contents apart', () => {
    const contents = [undefined, null, '', 'null', '"', '{}', {}, [], [null], { text: '5.0' }, new ExactNumber('5.0'), 5, '5'];
    expect(new Set(contents.map((content) => contentKey(content))).size).toBe(contents.length);
    fc.assert(
      fc.property(json, json, (a, b) => {
        expect(contentKey(a) === contentKey(b)).toBe(JSON.stringify(a) === JSON.stringify(b));
      }),
    );
  });

  it('reaches any depth', () => {
    const deep = parsed(`${'{"a":'.repeat(3000)}1${'}'.repeat(3000)}`);
    expect(contentKey(deep)).toHaveLength(3000 * 6 + 1);
  });
});
