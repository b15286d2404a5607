import { maxFiles } from '#contract/transfers/limits.ts'
import { sealMessage } from '#crypto/content/seal-message.ts'
import { openMlKemSlot, openServerSlot } from '#crypto/keys/transfer-key.ts'
import { newSecret, sha256 } from '#crypto/random-id.ts'
import type { Caller } from '#server/identity/calls/caller.ts'
import { findMlKemPairById } from '#server/keys/key-pairs.ts'
import { openPair } from '#server/keys/open-pair.ts'
import type { MlKemPairsRow, TransfersRow } from '#server/platform/database/database.ts'
import { transact } from '#server/platform/database/transact.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'
import { findLifeKey } from '../../transfers/keys/day-keys.ts'
import { archiveName } from '../../transfers/model/name-files.ts'
import { findSlots } from '../../transfers/model/transfers-table.ts'
import { lockRequest } from '../../transfers/sender/visitors/find-request.ts'
import { findOwnRequest } from '../model/request-rows.ts'
import { type ArchivedKeys, archiveContext } from './archived-keys.ts'

/** How long the address of an archive works, in milliseconds. */
const archiveLife = 60 * 60_000
/** Most uploads of one archive. */
const maxUploads = 1000

/**
 * Issues the address of a ZIP of everything that has arrived for a request and is still there. The keys of its transfers are
 * kept sealed under a ticket, which is in the address and nowhere else. Uploads that got a file password since are left out.
 * @throws Failure REQUEST_NOT_FOUND, FILE_NOT_FOUND where there is nothing, KEY_PASSWORD_REQUIRED, INVALID_KEY_PASSWORD,
 *   NOT_FOR_END_TO_END, API_KEY_REFUSED for programs where it is locked, TRANSFER_TOO_LARGE, RATE_LIMITED
 */
export async function issueArchive(
  services: Services,
  caller: Caller,
  id: string,
  keyPassword: string | undefined,
): Promise<{ url: string; filename: string }> {
  const { database, clock } = services
  const request = await findOwnRequest(database, caller.id, id)
  if (request.in_browser === 1) throw new Failure('NOT_FOR_END_TO_END')
  const now = clock.now()
  const transfers = await database
    .selectFrom('transfers')
    .selectAll()
    .where('request_id', '=', id)
    .where('owner_id', '=', caller.id)
    .where('ended_as', 'is', null)
    .where('expires_at', '>', now)
    .where('state', '=', 'ready')
    .orderBy('created_at')
    .orderBy('id')
    .limit(maxUploads + 1)
    .execute()
  if (transfers.length === 0) throw new Failure('FILE_NOT_FOUND', { message: 'Nothing has arrived yet.' })
  const files = transfers.reduce((sum, { file_count }) => sum + file_count, 0)
  if (transfers.length > maxUploads || files > maxFiles) throw new Failure('TRANSFER_TOO_LARGE')
  const keys = await openTransfers(services, transfers, caller, keyPassword)
  if (keys.length === 0) throw new Failure('FILE_NOT_FOUND')
  const ticket = newSecret()
  const plain = Buffer.from(JSON.stringify(keys satisfies ArchivedKeys))
  const sealed = sealMessage(Buffer.from(ticket, 'base64url'), archiveContext(id), plain)
  await transact(database, async (transaction) => {
    // It may have been deleted while keys were opened.
    if (!(await lockRequest(transaction, id))) throw new Failure('REQUEST_NOT_FOUND')
    await transaction
      .insertInto('request_archives')
      .values({ ticket_hash: sha256(ticket), request_id: id, sealed, expires_at: now + archiveLife })
      .execute()
  })
  return {
    url: `/api/requests/${id}/archive?ticket=${ticket}`,
    filename: archiveName(request.title, now, services.config),
  }
}

/** The keys of transfers; a key pair is opened once, however many it has locked. */
async function openTransfers(
  services: Services,
  transfers: readonly TransfersRow[],
  caller: Caller,
  keyPassword: string | undefined,
): Promise<ArchivedKeys> {
  const keys: ArchivedKeys = []
  const pairs = new Map<string, { readonly pair: MlKemPairsRow; readonly seed: Buffer }>()
  try {
    for (const transfer of transfers) {
      const slots = await findSlots(services.database, transfer.id)
      const slot = slots.find(({ kind }) => kind === 'server') ?? slots.find(({ kind }) => kind === 'ml-kem')
      if (!slot) continue
      const lifeKey = await findLifeKey(services, transfer)
      const add = (key: Buffer) =>
        keys.push({ transferId: transfer.id, slotId: slot.id, key: key.toString('base64url') })
      if (slot.pair_id === null) {
        add(openServerSlot(slot.sealed, lifeKey, transfer.id))
        continue
      }
      if (caller.apiKey) throw new Failure('API_KEY_REFUSED')
      if (!keyPassword) throw new Failure('KEY_PASSWORD_REQUIRED')
      const opened = pairs.get(slot.pair_id) ?? (await openPairOnce(services, slot.pair_id, keyPassword))
      pairs.set(slot.pair_id, opened)
      const own = { algorithm: opened.pair.algorithm, seed: opened.seed }
      add(openMlKemSlot(slot.sealed, lifeKey, own, transfer.id))
    }
    return keys
  } finally {
    for (const { seed } of pairs.values()) seed.fill(0)
  }
}

async function openPairOnce(services: Services, pairId: string, keyPassword: string) {
  const pair = await findMlKemPairById(services.database, pairId)
  return { pair, seed: await openPair(services, pair, keyPassword) }
}
