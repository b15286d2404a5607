import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import type { KeyAlgorithm, OwnKey } from '#contract/keys.ts'
import { bindEndpoint } from '../http/bind-endpoint.ts'
import { Failure } from '../http/failure.ts'
import type { Services } from '../ports/services.ts'
import { changeKeyPassword } from './change-key-password.ts'
import { deleteKey } from './delete-key.ts'
import type { FilesOfKeys } from './files-of-keys.ts'
import { generateKey } from './generate-key.ts'
import { listOwnKeys } from './list-own-keys.ts'
import { replacePrivateKey } from './replace-private-key.ts'
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

  bindEndpoint(app, endpoints.generateKey, async ({ caller, body }) => ({
    keyInfo: await generateKey(services, caller, body),
  }))

  bindEndpoint(app, endpoints.storeKey, async ({ caller, body }) => {
    await storeKey(services, caller.id, body)
    return { key: await findKey(caller.id, 'rsa') }
  })

  bindEndpoint(app, endpoints.changeKeyPassword, async ({ caller, params, body }) => {
    await changeKeyPassword(services, caller, { ...body, algorithm: params.algorithm })
    return { message: 'The key password has been changed.' }
  })

  bindEndpoint(app, endpoints.replacePrivateKey, async ({ caller, body }) => {
    await replacePrivateKey(services, caller.id, body)
    return { message: 'The key password has been changed.' }
  })

  bindEndpoint(app, endpoints.keyFiles, async ({ caller, params: { algorithm } }) => {
    await findKey(caller.id, algorithm)
    return algorithm === 'rsa'
      ? { lost: [], lostCount: 0, keptCount: 0 }
      : await files.preview(caller.id, algorithm)
  })

  bindEndpoint(app, endpoints.deleteKey, async ({ caller, params }) => ({
    deletedFiles: await deleteKey(services, files, caller.id, params.algorithm),
    message: 'Key deleted.',
  }))
}
