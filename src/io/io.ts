/** What a path leads to. */
export interface Looked {
  readonly kind: 'file' | 'directory' | 'missing' | 'other';
  readonly bytes: number;
  /** The same for every name of one file; absent where there is none. */
  readonly identity?: string;
}

/** One file of a folder, or why there is none to read. */
export type Member =
  | { readonly kind: 'file'; readonly bytes: Uint8Array }
  | { readonly kind: 'missing' }
  /** Larger than was allowed: not read. */
  | { readonly kind: 'too-large'; readonly bytes: number }
  /** A folder, a symbolic link, a pipe, a device: not read. */
  | { readonly kind: 'other' };

/** The door to the outside world. The middle rooms never see it; tests hand in their own. */
export interface Io {
  /** Whole file. Rejects with {@link IoFailure}. `-` is standard input. */
  readFile(path: string): Promise<Uint8Array>;
  /**
   * The regular file of that name in a folder, up to `limit` bytes of it. The name is one name, no path; no link is followed and no pipe waited
   * for. Rejects with {@link IoFailure}.
   */
  readMember(folder: string, name: string, limit: number): Promise<Member>;
  /** The file's bytes in order, at most about 1 MiB a chunk; `-` is standard input. Gzip is unpacked. A chunk holds its bytes only until the next is asked for. */
  chunks(path: string): AsyncIterable<Uint8Array>;
  /** What a path is, without following it further than the system does. */
  look(path: string): Promise<Looked>;
  /** Names in a directory, sorted by code unit. */
  list(path: string): Promise<readonly string[]>;
  /** The absolute path with every symbolic link followed. Rejects with {@link IoFailure}. */
  realPath(path: string): Promise<string>;
  writeFile(path: string, text: string): Promise<void>;
  /** Writes to standard output and waits for it to drain; a closed pipe is not an error. */
  out(text: string): Promise<void>;
  err(text: string): Promise<void>;
  /**
   * Starts a program that the user named, without a shell, in the working directory and with the environment of this one. It is killed
   * after so many milliseconds. Rejects with {@link IoFailure} when it cannot be started.
   */
  spawn(command: readonly string[], milliseconds: number): Promise<Child>;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Columns of the terminal on standard output; undefined when it is not a terminal. */
  readonly columns: number | undefined;
  readonly cwd: string;
}

/** A program that runs, its standard streams in hand. */
export interface Child {
  /** What it writes to standard output; ends when the program does. */
  readonly output: AsyncIterable<Uint8Array>;
  readonly errors: AsyncIterable<Uint8Array>;
  /** Writes to its standard input; when the program has gone, nothing happens. */
  write(text: string): Promise<void>;
  /** Closes its standard input, kills it if it goes on, and waits until it is gone. */
  stop(): Promise<void>;
  /** Whether its time was up. */
  isOutOfTime(): boolean;
}

/** A file that cannot be read or written; `reason` is a whole phrase for a person ("no such file"). */
export class IoFailure extends Error {
  readonly path: string;
  readonly reason: string;
  constructor(path: string, reason: string) {
    super(`${path}: ${reason}`);
    this.path = path;
    this.reason = reason;
  }
}
