import { commandLineName } from '#contract/command-line-name.ts'
import type { AuditAct } from '#contract/operations/audit.ts'
import { newId } from '#crypto/random-id.ts'
import type { Database } from '../database/database.ts'

/** Who, or what; see the contract. A user's row and a caller are both. */
export type Party = { readonly id: string | null; readonly username: string }

/** Anyone who works on the machine itself. */
export const commandLine: Party = { id: null, username: commandLineName }

export type Act = {
  readonly act: AuditAct
  /** Absent for someone without an account. */
  readonly by?: Party | undefined
  /** Whom or what it was done to. */
  readonly to?: Party | undefined
  /** No name and no address of a person: it stays when the person is erased. */
  readonly details?: Readonly<Record<string, string | number | boolean>>
  /** See platform/http/client-address.ts. */
  readonly network?: string | undefined
}

/**
 * Adds an entry to the audit log. Within a transaction it records what the transaction does, or nothing.
 * @param now milliseconds since 1970
 */
export async function recordAct(
  database: Database,
  { act, by, to, details = {}, network }: Act,
  now: number,
): Promise<void> {
  await database
    .insertInto('audit_log')
    .values({
      id: newId(),
      at: now,
      act,
      actor_id: by?.id ?? null,
      actor_name: by?.username ?? null,
      subject_id: to?.id ?? null,
      subject_name: to?.username ?? null,
      details: JSON.stringify(details),
      network: network ?? null,
    })
    .execute()
}
