/** Exit codes for scripts; docs/operations.md lists them. */
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

/** Result of a command. */
export type Outcome = {
  /** Lines for people, without the last line break. */
  readonly text: string
  /** Members that `--json` prints for scripts beside `success`. */
  readonly data: Readonly<Record<string, unknown>>
  /** `done` by default. */
  readonly exitCode?: ExitCode
}

/** A command; its name is in commands.ts. */
export type Command = {
  /** Text of `--help`: usage, options, examples. */
  readonly help: string
  /**
   * @param args arguments after the name, without `--json`
   * @returns undefined for a command that keeps running, such as a server
   * @throws UsageError, and whatever its work throws
   */
  run(args: string[]): Promise<Outcome | undefined>
}

/** An invalid command line. The message is one sentence. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
