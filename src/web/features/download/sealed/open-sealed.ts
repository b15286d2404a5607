import type { FileInfo } from '#contract/transfers/files.ts'
import { webPrimitives } from '#end-to-end/drivers/web.ts'
import { fromBase64url, toBase64url } from '#end-to-end/format/base64url.ts'
import { readLinkKey } from '#end-to-end/format/link-key.ts'
import { type OpenedBundle, openBundle } from '#end-to-end/format/open-bundle.ts'
import { BundleDamaged } from '#end-to-end/format/parts.ts'
import { requestSecret } from '#end-to-end/format/request-slot.ts'
import { openSlot, proofOf, readSlotHead, type SlotHead, slotSecret } from '#end-to-end/format/slot.ts'
import type { Bytes } from '#end-to-end/primitives.ts'
import { client } from '#web/accounts/client.ts'
import { ownWorkers } from '#web/ui/browser/own-workers.ts'
import { proofHeaders } from '../state/link-proof.ts'
import { fetchSealed, type Line } from './fetch-sealed.ts'
import type { Question } from './password-worker.ts'
import workerAddress from './password-worker.ts?worker&url'

/** Opens a transfer: the key of its link with a password, if it has one, or the private half of the key that it was sealed for. */
export type Given = { readonly key: string; readonly password: string } | { readonly seed: Bytes }

async function secretOf(head: SlotHead, given: Given): Promise<Bytes> {
  if (!('seed' in given)) return askSecret(await readLinkKey(webPrimitives, given.key), head, given.password)
  const { webXWing } = await import('#end-to-end/drivers/x-wing-web.ts')
  return requestSecret(webPrimitives, webXWing, given.seed, head)
}

/** An opened transfer, and how the line to the server is while its bytes are read. */
export type OpenedTransfer = {
  readonly bundle: OpenedBundle
  /** Address of its sealed bytes, good for as long as the ticket in it is. */
  readonly address: { readonly url: string }
  readonly line: Pick<Line, 'onLost' | 'renew'>
  /** Says that all of it has arrived and was checked: then a limited link counts it. */
  received(): Promise<void>
  /** Replaces who is told that the connection is gone or back. */
  onLost(tell: (lost: boolean) => void): void
  /** Replaces how the reader waits once the line was given up. */
  onGivenUp(wait: () => Promise<void> | undefined): void
}

/**
 * Opens an end-to-end encrypted transfer: proves the key to the server, which then gives the bytes, and reads what is in it.
 * @param given the key of the link with its password, or the private half of a request's key
 * @throws LinkKeyDamaged, OtherRequestKey before anything is asked of the server
 * @throws ApiError; INVALID_FILE_PASSWORD for the key of another link or a wrong password
 * @throws BundleDamaged, SlotDamaged or ManifestRefused where the bytes are not what the sender sealed
 */
export async function openSealed(
  file: Pick<FileInfo, 'id' | 'size' | 'slotHead'>,
  given: Given,
  signal: AbortSignal,
): Promise<OpenedTransfer> {
  const head = readSlotHead(fromBase64url(file.slotHead ?? '') ?? new Uint8Array(0))
  const secret = await secretOf(head, given)
  const proof = toBase64url(await proofOf(webPrimitives, secret, head))
  async function ask() {
    return client.call('downloadTicket', {
      params: { id: file.id },
      headers: proofHeaders(file.id),
      body: { proof },
      signal,
    })
  }
  const answer = await ask()
  const address = { url: answer.url }
  let { ticket } = answer
  let tell: (lost: boolean) => void = () => {}
  let wait: () => Promise<void> | undefined = () => undefined
  const slot = fromBase64url(answer.slot ?? '') ?? new Uint8Array(0)
  const contentKey = await openSlot(webPrimitives, { slot, head, secret })
  if (!contentKey) throw new BundleDamaged('the slot was altered')
  const line = {
    onLost: (lost: boolean) => tell(lost),
    async renew() {
      const next = await ask()
      ticket = next.ticket
      address.url = next.url
    },
  }
  const bundle = await openBundle(webPrimitives, {
    contentKey,
    bundleId: head.bundleId,
    size: file.size,
    fetchSealed: (start, end) =>
      fetchSealed(address, { start, end }, { ...line, untilWanted: () => wait(), signal }),
  })
  return {
    bundle,
    address,
    line,
    async received() {
      await client.call('downloadReceived', { params: { id: file.id }, body: { ticket } })
    },
    onLost: (next) => {
      tell = next
    },
    onGivenUp: (next) => {
      wait = next
    },
  }
}

/** The secret of a slot, of which a password is part in a worker of its own. @throws Error where that cannot be started */
async function askSecret(linkKey: Bytes, head: SlotHead, password: string): Promise<Bytes> {
  if (!head.password) return slotSecret(webPrimitives, linkKey, head, undefined)
  const worker = new Worker(ownWorkers?.createScriptURL(workerAddress) ?? workerAddress, { type: 'module' })
  try {
    const { promise, resolve, reject } = Promise.withResolvers<Bytes>()
    worker.onmessage = ({ data }: MessageEvent<Bytes>) => resolve(data)
    worker.onerror = () => reject(new Error('the password could not be tried'))
    const question: Question = { linkKey, head: head.bytes, password }
    worker.postMessage(question)
    return await promise
  } finally {
    worker.terminate()
  }
}
