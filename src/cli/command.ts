/** Exit codes for scripts; docs/command-line.md lists them. */
export const exitCodes = {
  done: 0,
  /** The command was refused, or failed. */
  failed: 1,
  /** The command line is invalid; nothing was done. */
  usage: 2,
  /** The environment is invalid; nothing was done. */
  configuration: 3,
  /** The command ran, and found damaged or missing data. */
  damaged: 4,
} as const

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

/** Meanings of the exit codes, for help and the manual page. */
export const exitCodeMeanings: Readonly<Record<ExitCode, string>> = {
  0: 'success',
  1: 'failure',
  2: 'usage error',
  3: 'invalid environment',
  4: 'damage found',
}

/** Result of a command. */
export type Outcome = {
  /** Lines for people, without the last line break. */
  readonly text: string
  /** Members that `--json` prints for scripts beside `success`. */
  readonly data: Readonly<Record<string, unknown>>
  /** `done` by default. */
  readonly exitCode?: ExitCode
}

/** Error, for people and scripts. */
export type Trouble = { readonly code: string; readonly message: string; readonly exitCode: ExitCode }

/** The command line that a command belongs to. */
export type Context = {
  readonly commands: readonly CommandEntry[]
  /** Prints a result of a command that goes on: to standard output, with `--json` as a line of JSON. */
  print(outcome: Outcome): void
  /** Prints a remark of such a command: to standard error, with `--json` as a line of JSON to standard output. */
  remark(outcome: Outcome): void
  /** Describes an error as the end of a command would. */
  describe(error: unknown): Trouble
}

/** A command; its name is in a table of commands. */
export type Command = {
  /** Text of `--help`: usage, options, examples. See shell/read-help.ts. */
  readonly help: string
  /**
   * @param args arguments after the name, without `--json`
   * @returns undefined for a command that keeps running, such as a server
   * @throws UsageError, and whatever its work throws
   */
  run(args: string[], context: Context): Promise<Outcome | undefined>
}

/** A line of a table of commands. */
export type CommandEntry = {
  readonly name: string
  /** One line for the list of commands. */
  readonly summary: string
  /** Loads the command's code only when it is run. */
  load(): Promise<Command>
}

/** An invalid command line. The message is one sentence. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
