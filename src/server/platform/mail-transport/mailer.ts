/** One mail to one person, ready to go. Its sender is always the service. */
export type Mail = {
  /** Unique and url-safe. The same id means the same mail, also in a second try whose first had an unknown end. */
  readonly id: string
  readonly from: { readonly name: string; readonly address: string }
  /** A plain address; no display name, no list. */
  readonly to: string
  /** Plain address that answers go to, where they don't go to the sender. */
  readonly replyTo?: string | undefined
  readonly subject: string
  readonly text: string
  /** A whole document that refers to nothing outside itself but links. */
  readonly html: string
  /** Milliseconds since 1970. */
  readonly date: number
  /** Address at which a POST stops such mails (RFC 8058). Mail programs offer it beside the sender. */
  readonly stopUrl?: string | undefined
}

/**
 * Hands mails over for delivery. Every adapter passes tests/contracts/mailer.suite.ts.
 * Messages of its errors name no address, so that they may be logged.
 */
export type Mailer = {
  readonly name: 'smtp' | 'folder'
  /**
   * Resolves once the mail has been taken over for good.
   * @throws MailRefused when another try would fare no better, MailFailure for anything else
   */
  send(mail: Mail): Promise<void>
  /**
   * Erases the mails to an address that are kept where no mailbox is, once no more are on their way to it. Resolves when they
   * are gone. @param address in lower case @throws MailFailure
   */
  forget(address: string): Promise<void>
  /** How many mails this adapter keeps instead of sending them. @throws MailFailure */
  countKept(): Promise<number>
  /** Resolves when mails can be taken over, as of half a minute ago at most. @throws MailFailure */
  check(): Promise<void>
}

/** This mail will never be taken: its address does not exist, or its content is not wanted. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused'
}

/** A mail was not taken this time. */
export class MailFailure extends Error {
  override readonly name = 'MailFailure'
  /** Whether the server refused the name or the password. */
  readonly refusesLogin: boolean
  constructor(message: string, { refusesLogin = false }: { readonly refusesLogin?: boolean } = {}) {
    super(message)
    this.refusesLogin = refusesLogin
  }
}
