import type { FastifyRequest } from 'fastify'
import { assertScope } from '#server/identity/calls/authenticate.ts'
import { clientAddress } from '#server/platform/http/client-address.ts'
import type { Services } from '#server/platform/services.ts'
import { findRoomIn, senderTo, unlockForFile } from '../manage/added-files.ts'
import { findManaged, manageCredentials } from '../manage/find-managed.ts'
import { assertMaySend, findSenderPairs, uploadSenderOf, visitorFailure } from '../sender/sender.ts'
import { consumeUploadLimit } from '../upload/upload-call.ts'
import { createUpload } from './create-upload.ts'
import { assertCreationHeaders, header, readLength } from './read-request.ts'
import { readAddedMetadata, readKey, readPairs, readUploadMetadata } from './upload-metadata.ts'

type Metadata = ReturnType<typeof readPairs>

/**
 * Creates the upload that a POST describes: of a new transfer, or of a file for one that its metadata name.
 * @throws Failure VALIDATION_ERROR, BAD_REQUEST for headers; API_KEY_REFUSED; and as createUpload
 */
export async function beginUpload(services: Services, request: FastifyRequest) {
  assertCreationHeaders(request)
  const { uploadKey, ...metadata } = readPairs(header(request, 'upload-metadata'))
  const key = readKey(uploadKey)
  return metadata.transfer === undefined
    ? await beginTransfer(services, request, metadata, key)
    : await beginAddedFile(services, request, metadata.transfer, metadata, key)
}

async function beginTransfer(
  services: Services,
  request: FastifyRequest,
  metadata: Metadata,
  key: string | undefined,
) {
  const sender = await uploadSenderOf(services, request)
  assertMaySend(sender, request, services.config)
  try {
    await consumeUploadLimit(services, sender)
    const length = readLength(request)
    const pairs = await findSenderPairs(services, sender)
    const kind = readUploadMetadata(metadata, sender, pairs, services)
    return await createUpload(services, sender, kind, length, { key })
  } catch (error) {
    throw visitorFailure(sender, error)
  }
}

/** Creates an upload that adds a file to a transfer, for its managers. */
async function beginAddedFile(
  services: Services,
  request: FastifyRequest,
  ref: string,
  metadata: Metadata,
  key: string | undefined,
) {
  // The route is for what sends; this changes what there is, as POST /transfers/:ref/files does.
  // guard: scope of what adds to a transfer by tus -> tests/http/signing-in/api-keys.test.ts "changes no transfer by an upload"
  if (request.caller?.apiKey) assertScope(request.caller.apiKey.scopes, 'transfers:manage')
  const managed = await findManaged(services, ref, manageCredentials(request))
  const sender = await senderTo(services, managed, clientAddress(request))
  assertMaySend(sender, request, services.config)
  await consumeUploadLimit(services, sender)
  const length = readLength(request)
  const { kind, fields } = readAddedMetadata(metadata, services.clock.now())
  const { by, network } = managed
  const keyId = request.caller?.apiKey?.id
  const addingTo = {
    target: { ref, network, keyId, ...(by && { by: { id: by.id, username: by.username } }) },
    findTransferKey: () => unlockForFile(services, managed, fields, sender.address),
    limits: await findRoomIn(services, managed.transfer, sender),
  }
  return createUpload(services, sender, kind, length, { key, addingTo })
}
