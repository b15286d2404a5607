import { ApiError } from '#client/api-error.ts'
import type { ManagedTransfer } from '#contract/transfers/manage.ts'
import { client } from '#web/accounts/client.ts'
import { ownWorkers } from '#web/ui/browser/own-workers.ts'
import type { SlotAnswer, SlotQuestion } from './slot-worker.ts'
import workerAddress from './slot-worker.ts?worker&url'

/** The key is cut or mistyped, or what the service keeps is not what the sender sealed. */
function unchanged(failure: 'key' | 'damaged'): ApiError {
  const code = failure === 'key' ? 'KEY_DAMAGED' : 'FILE_DAMAGED'
  return new ApiError({ status: 0, code, message: `The slot was not changed: ${failure}.` })
}

type Change = {
  readonly transfer: ManagedTransfer
  /** The key of the link as it was given, alone or in a whole link. */
  readonly key: string
  /** Empty where there is none. */
  readonly current: string
  readonly next: string
}

/**
 * Changes, sets or removes the password of an end-to-end encrypted transfer. The service gets proofs and a slot that is made here,
 * never key or password.
 * @throws ApiError; KEY_DAMAGED, FILE_DAMAGED, INVALID_FILE_PASSWORD for the key of another link or a wrong password
 */
export async function changeSlot(
  { transfer, key, current, next }: Change,
  headers: Record<string, string>,
): Promise<{ transfer: ManagedTransfer }> {
  const worker = new Worker(ownWorkers?.createScriptURL(workerAddress) ?? workerAddress, { type: 'module' })
  function ask(question: SlotQuestion): Promise<SlotAnswer> {
    const { promise, resolve, reject } = Promise.withResolvers<SlotAnswer>()
    worker.onmessage = ({ data }: MessageEvent<SlotAnswer>) => resolve(data)
    worker.onerror = () => reject(new Error('the worker could not be started'))
    worker.postMessage(question)
    return promise
  }
  try {
    const proven = await ask({ key, head: transfer.slotHead ?? '', password: current })
    if (!('proof' in proven)) throw unchanged('failure' in proven ? proven.failure : 'damaged')
    const { proof } = proven
    const given = await client.call('downloadTicket', { params: { id: transfer.linkId }, body: { proof } })
    const made = await ask({ slot: given.slot ?? '', password: next })
    if (!('nextProof' in made)) throw unchanged('damaged')
    const { slot, nextProof } = made
    const params = { ref: transfer.ref }
    return await client.call('changeTransferSlot', { params, headers, body: { proof, slot, nextProof } })
  } finally {
    worker.terminate()
  }
}
