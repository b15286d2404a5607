import { readFileSync } from 'node:fs'

export type PostgresAccount = { uid: number; gid: number }

/**
 * The account for PostgreSQL, which refuses to run as root: an unprivileged one for root, else the caller's own. It has to be
 * listed in /etc/passwd, as initdb looks up its name.
 */
export function postgresAccount(): PostgresAccount | undefined {
  if (process.getuid?.() !== 0) return undefined
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const [, , uid, gid] = accounts.find(([name]) => name === 'nobody') ?? []
  if (!uid || !gid) throw new Error('PostgreSQL does not run as root and there is no account named nobody')
  return { uid: Number(uid), gid: Number(gid) }
}
