/** How a command ended, for scripts; docs/operations.md explains them. */
export const exitCodes = {
  done: 0,
  /** It was refused, or something broke. */
  failed: 1,
  /** The command line was not understood; nothing was done. */
  usage: 2,
  /** The options in the environment cannot be used; nothing was done. */
  configuration: 3,
  /** It ran, and what it looked at is damaged or missing. */
  damaged: 4,
} as const

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

/** Result of a command. */
export type Outcome = {
  /** For a person: lines, without the last line break. */
  readonly text: string
  /** The same for a script: what `--json` prints, beside `success`. */
  readonly data: Readonly<Record<string, unknown>>
  /** `done` unless told. */
  readonly exitCode?: ExitCode
}

/** One verb of the command line; its name stands in commands.ts. */
export type Command = {
  /** Text of `--help`: usage, options, examples. */
  readonly help: string
  /**
   * @param args what follows the name, without `--json`
   * @returns undefined for a command that goes on after it has started, such as a server
   * @throws UsageError, and whatever its work throws
   */
  run(args: string[]): Promise<Outcome | undefined>
}

/** A command line that is not understood. The message is one sentence. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
