import { isLocal } from './is-local.ts'
import { OptionsRefused } from './start-refused.ts'

type MailOptions = {
  readonly SMTP_URL: string | undefined
  readonly SMTP_PASSWORD: string | undefined
  readonly SMTP_TLS: 'strict' | 'opportunistic' | 'off'
  readonly SMTP_OAUTH_TOKEN_URL: string | undefined
  readonly SMTP_OAUTH_CLIENT_ID: string | undefined
  readonly SMTP_OAUTH_CLIENT_SECRET: string | undefined
}

/** @throws OptionsRefused for options about the mail server that contradict one another */
export function assertMailServer(options: MailOptions): void {
  const { SMTP_URL, SMTP_TLS, SMTP_OAUTH_TOKEN_URL } = options
  if (SMTP_OAUTH_TOKEN_URL !== undefined) assertTokens(options)
  if (SMTP_URL === undefined) return
  const { protocol, username, search } = new URL(SMTP_URL)
  if (SMTP_TLS === 'off' && protocol === 'smtps:')
    throw new OptionsRefused(['SMTP_TLS', 'SMTP_URL'], 'SMTP_TLS=off needs an SMTP_URL with smtp://.')
  if (SMTP_TLS === 'off' && username !== '' && !isLocal(SMTP_URL))
    throw new OptionsRefused(
      ['SMTP_TLS', 'SMTP_URL'],
      'SMTP_TLS=off must not send a password over a network: take the user out of SMTP_URL, or set SMTP_TLS=opportunistic.',
    )
  if (SMTP_TLS === 'strict' && !['', '?requireTLS=true'].includes(search))
    throw new OptionsRefused(
      ['SMTP_TLS', 'SMTP_URL'],
      'SMTP_TLS=strict allows no options behind a question mark in SMTP_URL.',
    )
}

function assertTokens({
  SMTP_URL,
  SMTP_PASSWORD,
  SMTP_TLS,
  SMTP_OAUTH_CLIENT_ID,
  SMTP_OAUTH_CLIENT_SECRET,
}: MailOptions): void {
  if (SMTP_OAUTH_CLIENT_ID === undefined || SMTP_OAUTH_CLIENT_SECRET === undefined)
    throw new OptionsRefused(
      ['SMTP_OAUTH_TOKEN_URL', 'SMTP_OAUTH_CLIENT_ID', 'SMTP_OAUTH_CLIENT_SECRET'],
      'SMTP_OAUTH_TOKEN_URL needs SMTP_OAUTH_CLIENT_ID and SMTP_OAUTH_CLIENT_SECRET.',
    )
  const { username = '', password = '' } = SMTP_URL === undefined ? {} : new URL(SMTP_URL)
  if (username === '' || password !== '' || SMTP_PASSWORD !== undefined)
    throw new OptionsRefused(
      ['SMTP_OAUTH_TOKEN_URL', 'SMTP_URL'],
      'SMTP_OAUTH_TOKEN_URL needs an SMTP_URL with the mailbox as its user and without a password, such as smtp://files%40example.eu@mail.example.eu:587.',
    )
  if (SMTP_TLS === 'off')
    throw new OptionsRefused(['SMTP_TLS'], 'SMTP_OAUTH_TOKEN_URL needs TLS: SMTP_TLS must not be off.')
}
