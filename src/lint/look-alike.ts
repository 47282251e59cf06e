/** Longer names are compared by their beginning: no owner tells two such apart at a glance. */
const comparedLength = 1_024;

/** Letters of other scripts that are drawn like Latin ones (Unicode TR39, the ones that fit identifiers). */
const lookAlikes: ReadonlyMap<string, string> = new Map(
  [
    ['\u0430\u03b1\u0251', 'a'],
    ['\u0435\u0454', 'e'],
    ['\u043e\u03bf\u0585', 'o'],
    ['\u0440\u03c1', 'p'],
    ['\u0441\u03f2', 'c'],
    ['\u0443\u03b3', 'y'],
    ['\u0445\u03c7', 'x'],
    ['\u0456\u03b9\u0131', 'i'],
    ['\u0458', 'j'],
    ['\u0455', 's'],
    ['\u04bb', 'h'],
    ['\u0501', 'd'],
    ['\u051b', 'q'],
    ['\u051d', 'w'],
    ['\u03bd', 'v'],
    ['\u03ba\u043a', 'k'],
    ['\u03c5\u057d', 'u'],
    ['\u0410\u0391', 'A'],
    ['\u0412\u0392', 'B'],
    ['\u0415\u0395', 'E'],
    ['\u041a\u039a', 'K'],
    ['\u041c\u039c', 'M'],
    ['\u041d\u0397', 'H'],
    ['\u041e\u039f', 'O'],
    ['\u0420\u03a1', 'P'],
    ['\u0421', 'C'],
    ['\u0422\u03a4', 'T'],
    ['\u0425\u03a7', 'X'],
    ['\u0406\u0399', 'I'],
    ['\u039d', 'N'],
    ['\u0396', 'Z'],
    ['\u03a5', 'Y'],
  ].flatMap(([foreign = '', latin = '']) => [...foreign].map((letter) => [letter, latin] as const)),
);

/** Drawn with no width at all: two names that differ by one of these are one to the eye. */
const invisible = /\p{Default_Ignorable_Code_Point}/gu;

function latin(name: string): string {
  const plain = name.slice(0, comparedLength).normalize('NFKC').replace(invisible, '').replace(/[_-]/g, '');
  return [...plain].map((letter) => lookAlikes.get(letter) ?? letter).join('');
}

/** What two names must not share: the letters but for case, and the shapes in which `0` is `O` and `1` is `l`. */
export function likenessesOf(name: string): readonly string[] {
  const letters = latin(name);
  const shapes = letters.replace(/[0oO]/g, 'O').replace(/[1lI|]/g, 'l');
  return [`letters ${letters.toLowerCase()}`, `shapes ${shapes}`];
}
