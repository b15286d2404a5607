/** A start that cannot go on. Its message is one line for each reason, for the person who starts the server. */
export class StartRefused extends Error {
  override readonly name = 'StartRefused'
}

/** Options with values that cannot be used, alone or together. */
export class OptionsRefused extends StartRefused {
  /** The options that have to be changed. */
  readonly options: readonly string[]
  constructor(options: readonly string[], message: string) {
    super(message)
    this.options = options
  }
}
