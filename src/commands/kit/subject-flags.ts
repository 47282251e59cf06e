import { type Command as Commander, Option } from 'commander';

/** The options that make the whole input one value. */
export interface SubjectFlags {
  readonly tool?: string;
  readonly server?: string;
  readonly schema?: string;
}

export function addSubjectOptions(command: Commander): Commander {
  return command
    .addOption(new Option('--tool <name>', 'the input is one value: the arguments of a call of this declared tool').conflicts('schema'))
    .option('--server <name>', 'the server whose tool is meant, where several declare the name')
    .addOption(new Option('--schema <file>', 'the input is one value: an answer that should satisfy this schema'));
}
