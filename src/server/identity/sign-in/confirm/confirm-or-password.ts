import type { FastifyRequest } from 'fastify'
import { confirmationHeader } from '#contract/headers.ts'
import { noPassword } from '#crypto/passwords/account-password.ts'
import type { Caller } from '#server/identity/calls/caller.ts'
import type { UsersRow } from '#server/platform/database/database.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'
import { confirmPassword } from './confirm-password.ts'
import { requireConfirmation } from './confirmations.ts'

/**
 * Has a person who is signed in show who they are with their password, or, without one in the call, with a fresh
 * confirmation; gives their row as it was then.
 * @throws Failure WRONG_PASSWORD, RATE_LIMITED, CONFIRMATION_REQUIRED, also with nothing to go by from someone without a password
 */
export async function confirmOrPassword(
  services: Services,
  caller: Caller,
  request: FastifyRequest,
  password: string | undefined,
): Promise<UsersRow> {
  if (password !== undefined) return confirmPassword(services, caller.id, password)
  const user = await services.database
    .selectFrom('users')
    .selectAll()
    .where('id', '=', caller.id)
    .executeTakeFirst()
  if (!user) throw new Failure('INVALID_TOKEN')
  const isEmpty = request.headers[confirmationHeader] === undefined
  if (isEmpty && user.password_hash !== noPassword) throw new Failure('WRONG_PASSWORD')
  await requireConfirmation(services, caller, request)
  return user
}
