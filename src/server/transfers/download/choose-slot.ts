import type { SlotsRow } from '#server/platform/database/database.ts'
import { Failure } from '#server/platform/failure.ts'

/** Credentials with which a request opens a transfer. */
export type Credentials = {
  readonly password?: string | undefined
  readonly keyPassword?: string | undefined
  /** The account that asks, if one does. */
  readonly callerId?: string | undefined
}

/**
 * Which slot may be tried with these credentials. A transfer has a server slot, or a password slot, or an
 * ML-KEM slot for its owner, or both of the latter.
 * @throws Failure PASSWORD_REQUIRED, AUTHENTICATION_REQUIRED, KEY_PASSWORD_REQUIRED, FILE_DAMAGED
 */
export function chooseSlot(
  slots: readonly SlotsRow[],
  { password, keyPassword, callerId }: Credentials,
  ownerId: string | null,
): SlotsRow {
  const [server, byPassword, forOwner] = (['server', 'password', 'ml-kem'] as const).map((kind) =>
    slots.find((slot) => slot.kind === kind),
  )
  const isOwner = callerId !== undefined && callerId === ownerId
  // guard: owner of an ML-KEM slot -> tests/http/accounts/ownership.test.ts "opens to nobody"
  //   drops isOwner &&
  if (forOwner && isOwner && keyPassword) return forOwner
  if (byPassword && password) return byPassword
  if (forOwner && isOwner) throw new Failure('KEY_PASSWORD_REQUIRED')
  if (forOwner && (keyPassword || !byPassword)) {
    throw new Failure('AUTHENTICATION_REQUIRED', {
      message: callerId
        ? 'This quantum-encrypted file opens after authentication as its owner only.'
        : 'This quantum-encrypted file requires authentication. Please sign in first.',
    })
  }
  if (byPassword) throw new Failure('PASSWORD_REQUIRED')
  if (!server) throw new Failure('FILE_DAMAGED', { cause: new Error('no slot') })
  return server
}
