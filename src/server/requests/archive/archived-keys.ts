import * as z from 'zod/mini'
import { openMessage } from '#crypto/content/seal-message.ts'
import { sha256 } from '#crypto/random-id.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'

/** In order: ids of transfers and of the slots that opened them, and their keys in base64url. */
const archivedKeys = z.array(z.object({ transferId: z.string(), slotId: z.string(), key: z.string() }))
export type ArchivedKeys = z.infer<typeof archivedKeys>

/** Binds what is sealed of an archive to its request. */
export function archiveContext(requestId: string): Buffer {
  return Buffer.from(`restante/v1 request archive\0${requestId}`, 'utf8')
}

/** Opens the keys of a ticket. @throws Failure INVALID_TICKET */
export async function redeemArchive(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  requestId: string,
  ticket: string,
): Promise<ArchivedKeys> {
  const row = await database
    .selectFrom('request_archives')
    .select('sealed')
    .where('ticket_hash', '=', sha256(ticket))
    .where('request_id', '=', requestId)
    .where('expires_at', '>', clock.now())
    .executeTakeFirst()
  if (!row) throw new Failure('INVALID_TICKET')
  const plain = openMessage(Buffer.from(ticket, 'base64url'), archiveContext(requestId), row.sealed)
  return z.parse(archivedKeys, JSON.parse(plain.toString('utf8')))
}
