import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { KeyAlgorithm, OwnKey } from '#contract/accounts/keys.ts'
import { endpoints } from '#contract/endpoints.ts'
import { bindEndpoint } from '#server/identity/calls/bind-endpoint.ts'
import type { Caller } from '#server/identity/calls/caller.ts'
import { deviceLabel } from '#server/identity/sign-in/sessions/device-label.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'
import { changeKeyPassword } from './change-key-password.ts'
import { deleteKey } from './delete-key.ts'
import type { FilesOfKeys } from './files-of-keys.ts'
import { generateKey } from './generate-key.ts'
import { listOwnKeys } from './key-pairs.ts'
import { replacePrivateKey } from './replace-private-key.ts'
import { storeBrowserKey } from './store-browser-key.ts'
import { storeKey } from './store-key.ts'

/** The calls of a person about their key pairs. */
export function keysRoutes(app: FastifyInstance, services: Services, files: FilesOfKeys): void {
  async function findKey(userId: string, algorithm: KeyAlgorithm): Promise<OwnKey> {
    const key = (await listOwnKeys(services, userId)).find((own) => own.algorithm === algorithm)
    if (!key) throw new Failure('KEY_NOT_FOUND')
    return key
  }

  bindEndpoint(app, endpoints.keys, async ({ caller }) => ({ keys: await listOwnKeys(services, caller.id) }))

  bindEndpoint(app, endpoints.key, async ({ caller, params }) => ({
    key: await findKey(caller.id, params.algorithm),
  }))

  bindEndpoint(app, endpoints.generateKey, async ({ caller, body, request }) => ({
    keyInfo: await generateKey(services, ownerOf(caller, request), body),
  }))

  bindEndpoint(app, endpoints.storeKey, async ({ caller, body, request }) => {
    const owner = ownerOf(caller, request)
    if (body.keyType === 'rsa') await storeKey(services, owner, body)
    else await storeBrowserKey(services, owner, body)
    return { key: await findKey(caller.id, body.keyType) }
  })

  bindEndpoint(app, endpoints.changeKeyPassword, async ({ caller, params, body, request }) => {
    await changeKeyPassword(services, ownerOf(caller, request), { ...body, algorithm: params.algorithm })
    return { message: 'The key password has been changed.' }
  })

  bindEndpoint(app, endpoints.replacePrivateKey, async ({ caller, body, request }) => {
    await replacePrivateKey(services, ownerOf(caller, request), body)
    return { message: 'The key password has been changed.' }
  })

  bindEndpoint(app, endpoints.keyFiles, async ({ caller, params: { algorithm } }) => {
    await findKey(caller.id, algorithm)
    return algorithm === 'rsa' || algorithm === 'x-wing'
      ? { lost: [], lostCount: 0, keptCount: 0 }
      : await files.preview(caller.id, algorithm)
  })

  bindEndpoint(app, endpoints.deleteKey, async ({ caller, params, request }) => ({
    deletedFiles: await deleteKey(services, files, ownerOf(caller, request), params.algorithm),
    message: 'Key deleted.',
  }))
}

function ownerOf(caller: Caller, request: FastifyRequest) {
  return { ...caller, device: deviceLabel(request.headers['user-agent']) }
}
