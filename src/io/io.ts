/** The door to the outside world. The middle rooms never see it; tests hand in their own. */
export interface Io {
  /** Whole file. Rejects with {@link IoFailure}. `-` is standard input. */
  readFile(path: string): Promise<Uint8Array>;
  /** The file's bytes in order, at most about 1 MiB a chunk; `-` is standard input. Gzip is unpacked. */
  chunks(path: string): AsyncIterable<Uint8Array>;
  /** What a path is, without following it further than the system does. */
  look(path: string): Promise<{ readonly kind: 'file' | 'directory' | 'missing' | 'other'; readonly bytes: number }>;
  /** Names in a directory, sorted by code unit. */
  list(path: string): Promise<readonly string[]>;
  /** The absolute path with every symbolic link followed. Rejects with {@link IoFailure}. */
  realPath(path: string): Promise<string>;
  writeFile(path: string, text: string): Promise<void>;
  /** Writes to standard output and waits for it to drain; a closed pipe is not an error. */
  out(text: string): Promise<void>;
  err(text: string): Promise<void>;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Columns of the terminal on standard output; undefined when it is not a terminal. */
  readonly columns: number | undefined;
  readonly cwd: string;
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
