import type { Receipt } from '#contract/transfers/files.ts'
import { sealHashedSlot } from '#crypto/keys/hashed-slot.ts'
import {
  openServerSlot,
  sealMlKemSlot,
  sealPasswordSlot,
  sealServerSlot,
  WrongKey,
} from '#crypto/keys/transfer-key.ts'
import type { PasswordCost } from '#crypto/passwords/password-hash.ts'
import { newId } from '#crypto/random-id.ts'
import { fingerprintOf } from '#server/keys/key-pairs.ts'
import type { Database, MlKemPairsRow, SlotsRow, TransfersRow } from '#server/platform/database/database.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'
import { findLifeKey } from './day-keys.ts'

/** The keys of a transfer whose slots are to be made. */
type Keys = { readonly transferId: string; readonly transferKey: Uint8Array; readonly lifeKey: Uint8Array }

/**
 * Wraps the key of a new transfer for all who may open it: the sender's key pair, the file password, or, where there is
 * neither, the server for anyone with the link. With either of them the server alone has no way in, except behind the hash of a
 * password that came with a transfer of another service.
 * @param cost of hashing the file password
 * @throws PasswordWorkRefused
 */
export async function sealSlots(
  { transferId, transferKey, lifeKey }: Keys,
  {
    pair,
    password,
    passwordHash,
  }: {
    readonly pair: MlKemPairsRow | undefined
    readonly password: string | undefined
    readonly passwordHash?: string | undefined
  },
  cost: PasswordCost,
): Promise<SlotsRow[]> {
  const slots: SlotsRow[] = []
  function add(kind: SlotsRow['kind'], sealed: Uint8Array, pairId: string | null = null) {
    slots.push({ id: newId(), transfer_id: transferId, kind, sealed, pair_id: pairId })
  }
  if (pair) {
    const recipient = { algorithm: pair.algorithm, publicKey: pair.public_key }
    add('ml-kem', sealMlKemSlot(transferKey, lifeKey, recipient, transferId), pair.id)
  }
  if (password !== undefined)
    add('password', await sealPasswordSlot(transferKey, lifeKey, password, transferId, cost))
  if (passwordHash !== undefined)
    add('password', sealHashedSlot(transferKey, lifeKey, passwordHash, transferId))
  if (slots.length === 0) add('server', sealServerSlot(transferKey, lifeKey, transferId))
  return slots
}

/**
 * The transfer key of a transfer that the server opens alone; undefined when it has no server slot.
 * @throws Failure FILE_DAMAGED when the keys in the database do not open it
 */
export async function openServerKey(
  services: Pick<Services, 'database' | 'keyRing'>,
  transfer: Pick<TransfersRow, 'id' | 'key_day' | 'sealed_life_key'>,
): Promise<Uint8Array | undefined> {
  const slot = await services.database
    .selectFrom('slots')
    .select('sealed')
    .where('transfer_id', '=', transfer.id)
    .where('kind', '=', 'server')
    .executeTakeFirst()
  if (!slot) return undefined
  const lifeKey = await findLifeKey(services, transfer)
  try {
    return openServerSlot(slot.sealed, lifeKey, transfer.id)
  } catch (error) {
    if (error instanceof WrongKey) throw new Failure('FILE_DAMAGED', { cause: error })
    throw error
  }
}

/**
 * How a transfer is locked and who can open it.
 * @param pair the key pair that it was locked for, as long as that exists
 */
export function receiptOf(
  transfer: Pick<TransfersRow, 'encryption_method' | 'password_protected'>,
  pair: Pick<MlKemPairsRow, 'public_key'> | undefined,
): Receipt {
  const owner = pair ? (['owner'] as const) : []
  const password = transfer.password_protected === 1 ? (['password'] as const) : []
  const either = [...owner, ...password]
  return {
    method: transfer.encryption_method,
    keyFingerprint: pair ? fingerprintOf(pair.public_key) : null,
    openedBy: either.length > 0 ? either : ['link'],
  }
}

/** The key pairs that transfers are locked for, by the transfers' ids; a deleted pair took its slots along. */
export async function findPairsOfTransfers(
  database: Database,
  transferIds: readonly string[],
): Promise<ReadonlyMap<string, Pick<MlKemPairsRow, 'public_key'>>> {
  if (transferIds.length === 0) return new Map()
  const rows = await database
    .selectFrom('slots')
    .innerJoin('ml_kem_pairs', 'ml_kem_pairs.id', 'slots.pair_id')
    .select(['slots.transfer_id', 'ml_kem_pairs.public_key'])
    .where('slots.transfer_id', 'in', transferIds)
    .execute()
  return new Map(rows.map(({ transfer_id, public_key }) => [transfer_id, { public_key }]))
}
