/** What the exit codes mean, in the words of the help and of the documentation. */
export const exitCodes: readonly { readonly code: number; readonly meaning: string }[] = [
  { code: 0, meaning: 'audited; nothing at or above the level' },
  { code: 1, meaning: 'findings at or above the level (diff: differences, under --strict)' },
  { code: 2, meaning: 'called wrongly: bad flag, unreadable file, a declaration that cannot be parsed at all' },
  {
    code: 3,
    meaning:
      'inconclusive: no records, unknown format, nothing that could be judged, a session cut short; under strict also when anything in scope could not',
  },
  { code: 70, meaning: 'a bug in twogates itself: the verdict is unknown' },
];
/** Called wrongly. */
export const calledWrongly = 2;
/** A bug of ours, as sysexits.h numbers it: never mistaken for a verdict. */
export const internalError = 70;

export const exitCodeHelp: string = `
Exit codes:
${exitCodes.map(({ code, meaning }) => `  ${String(code).padEnd(4)}${meaning}`).join('\n')}`;
