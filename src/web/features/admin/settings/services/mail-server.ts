/** A mail server, as a form asks for it. */
export type MailServer = { host: string; port: string; security: MailSecurity; user: string }
export const mailSecurities = ['starttls', 'tls', 'offered'] as const
export type MailSecurity = (typeof mailSecurities)[number]

/** Ports that mail servers use for each way of encryption. */
export const usualPorts: Record<MailSecurity, string> = { starttls: '587', tls: '465', offered: '25' }

/** Reads SMTP_URL; an empty form without one. */
export function readMailServer(url: string | null): MailServer {
  if (url === null || !URL.canParse(url))
    return { host: '', port: usualPorts.starttls, security: 'starttls', user: '' }
  const { protocol, hostname, port, username, searchParams } = new URL(url)
  const security =
    protocol === 'smtps:' ? 'tls' : searchParams.get('requireTLS') === 'true' ? 'starttls' : 'offered'
  return { host: hostname, port: port || usualPorts[security], security, user: decodeURIComponent(username) }
}

/** SMTP_URL of a mail server; empty without one. */
export function writeMailServer({ host, port, security, user }: MailServer): string {
  const name = host.trim()
  if (name === '') return ''
  const login = user.trim() === '' ? '' : `${encodeURIComponent(user.trim())}@`
  const protocol = security === 'tls' ? 'smtps' : 'smtp'
  const query = security === 'starttls' ? '?requireTLS=true' : ''
  return `${protocol}://${login}${name}:${port.trim()}${query}`
}
