import { lookAt } from '#server/app/services.ts'
import { type Config, isLocal } from '#server/config/config.ts'
import { MailFailure } from '#server/platform/mail-transport/mailer.ts'
import type { Clock } from '#server/platform/time/clock.ts'
import type { State } from './finding.ts'

const answerLimit = 5_000
const day = 24 * 60 * 60_000
/** Signatures come several times a day. */
const freshFor = 3 * day

/** Signs in at the mail server, as for a mail, and sends none. */
export async function checkMail(config: Config, clock: Clock): Promise<readonly [State, string]> {
  if (config.SMTP_URL === undefined)
    return ['note', 'No mail server is set, so mails stay in DATA_DIR/mail: set SMTP_URL to have them sent.']
  const mailer = await lookAt.openMailer(config, config, clock)
  try {
    await mailer.check()
    return ['ok', 'The mail server answers and lets the service in; no mail was sent.']
  } catch (error) {
    if (error instanceof MailFailure && error.refusesLogin)
      return [
        'mend',
        'The mail server refuses the login: set the user in SMTP_URL and the password there or in SMTP_PASSWORD.',
      ]
    if (!(error instanceof MailFailure)) throw error
    const reason = error.message.replace('the mail server ', '')
    throw new Error(`The mail server cannot be used (${reason}).`, { cause: error })
  }
}

/** Asks clamd whether it is there, and how old its signatures are. */
export async function checkScanner(
  { CLAMD_URL: address }: Config,
  clock: Clock,
): Promise<readonly [State, string]> {
  if (address === undefined)
    return [
      'note',
      'No virus scanner is set, so only the EICAR test file is found: set CLAMD_URL to scan with ClamAV.',
    ]
  await lookAt.pingClamd(address)
  const answer = await lookAt.askClamdVersion(address)
  const [version = '', number, date] = answer.split('/')
  const at = Date.parse(date ?? '')
  if (Number.isNaN(at)) return ['mend', `${version} has no signatures: run freshclam and restart clamd.`]
  const age = Math.max(0, Math.floor((clock.now() - at) / day))
  const text = `${version} answers; its signatures (${number}) are ${age} ${age === 1 ? 'day' : 'days'} old`
  if (clock.now() - at > freshFor) return ['mend', `${text}: see that freshclam runs every day.`]
  return ['ok', `${text}.`]
}

/** Opens the address that people open, once the server is known to run here. */
export async function checkAddress({
  PORT,
  HOST,
  publicUrl,
  ...config
}: Config): Promise<readonly [State, string]> {
  if (config.PUBLIC_URL === undefined)
    return [
      'mend',
      `PUBLIC_URL is not set, so links in mails begin with ${publicUrl}: set it to the address that people open.`,
    ]
  const isOnMachine = isLocal(publicUrl)
  if (!isOnMachine && publicUrl.startsWith('http:'))
    return [
      'mend',
      `Everything on the way to ${publicUrl} can be read: put a reverse proxy with TLS before the server, and https into PUBLIC_URL.`,
    ]
  const host = ['0.0.0.0', '::'].includes(HOST) ? '127.0.0.1' : HOST
  const own = `http://${host.includes(':') ? `[${host}]` : host}:${PORT}`
  if (!(await answers(own)))
    return ['note', `No server answers at ${own}, so ${publicUrl} was not tried: run this again beside it.`]
  if (await answers(publicUrl)) return ['ok', `${publicUrl} leads to this service.`]
  return [
    'mend',
    `The server runs, and ${publicUrl} does not lead to it from here: check the DNS entry, the proxy and its certificate.`,
  ]
}

async function answers(origin: string): Promise<boolean> {
  try {
    const answer = await fetch(`${origin}/live`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(answerLimit),
    })
    return answer.ok && (await answer.text()) === 'live\n'
  } catch {
    return false
  }
}

/** Says from where X-Forwarded-For is believed. */
export async function checkProxies({
  TRUSTED_PROXIES: proxies,
  publicUrl,
}: Config): Promise<readonly [State, string]> {
  if (proxies?.some((network) => /\/[1-7]$/.test(network)))
    return [
      'mend',
      'TRUSTED_PROXIES names half the world, so that callers choose their address and pass every limit: name the proxy alone.',
    ]
  if (proxies)
    return [
      'ok',
      `X-Forwarded-For is believed from ${proxies.join(', ')}: see that the proxy sets it and is reached from there.`,
    ]
  if (publicUrl.startsWith('https:') && !isLocal(publicUrl))
    return [
      'mend',
      'TRUSTED_PROXIES is not set, so everyone behind the proxy counts as one caller and shares its limits: set it to the address of the proxy, such as 127.0.0.1.',
    ]
  return ['ok', 'No proxy is trusted, so callers are counted by the address they connect from.']
}
