import { create as contentDisposition } from 'content-disposition'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { openTicketSlot, sealTicketSlot } from '#crypto/keys/transfer-key.ts'
import { newSecret, sha256 } from '#crypto/random-id.ts'
import { personOf } from '#server/identity/principals/principal.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import { sendContent } from '#server/platform/http/replies/send-content.ts'
import type { Services } from '#server/platform/services.ts'
import { recordDamage } from '../../transfers/content/damaged-blobs.ts'
import { fileHeaders, headersSoFar } from '../../transfers/download/file-headers.ts'
import { recordOpening } from '../../transfers/links/find-live-link.ts'
import { findOwnRequest } from '../request-rows.ts'
void [contentDisposition, openTicketSlot, sealTicketSlot, newSecret, sha256, personOf, Failure, sendContent, recordDamage, fileHeaders, headersSoFar, recordOpening]

export async function issueArchive(
  services: Services,
  caller: Caller,
  id: string,
  _keyPassword: string | undefined,
): Promise<{ url: string; filename: string }> {
  await findOwnRequest(services.database, caller.id, id)
  throw new Failure('NOT_FOUND')
}
export async function sendArchive(
  _services: Services,
  _id: string,
  _ticket: string,
  _request: FastifyRequest,
  _reply: FastifyReply,
): Promise<void> {
  throw new Failure('NOT_FOUND')
}
