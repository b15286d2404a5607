import { setTimeout as pause } from 'node:timers/promises'
import { ApiError, networkError } from '#client/api-error.ts'
import type { Client } from '#client/create-client.ts'
import { failureOf } from '#client/read-answer.ts'
import { retryDelay } from '#client/retry.ts'
import { fetchDirectly } from '#client/transfers/fetch-directly.ts'
import { isPassingOfMany, keepTrying } from '#client/transfers/keep-trying.ts'
import type { FileInfo } from '#contract/transfers/files.ts'
import { nodePrimitives as primitives } from '#end-to-end/drivers/node.ts'
import { nodeXWing } from '#end-to-end/drivers/x-wing-node.ts'
import { fromBase64url, toBase64url } from '#end-to-end/format/base64url.ts'
import { LinkKeyDamaged, readLinkKey, writtenKeyLength } from '#end-to-end/format/link-key.ts'
import { ManifestRefused } from '#end-to-end/format/manifest.ts'
import { type OpenedBundle, openBundle } from '#end-to-end/format/open-bundle.ts'
import { BundleDamaged } from '#end-to-end/format/parts.ts'
import { readSeed, WordsDamaged } from '#end-to-end/format/private-half.ts'
import type { FetchSealed } from '#end-to-end/format/read-plain.ts'
import { OtherRequestKey, requestSecret } from '#end-to-end/format/request-slot.ts'
import {
  openSlot,
  proofOf,
  readSlotHead,
  SlotDamaged,
  type SlotHead,
  slotSecret,
} from '#end-to-end/format/slot.ts'
import type { Bytes } from '#end-to-end/primitives.ts'
import { UsageError } from '../../command.ts'
import { downloadAddress } from '../named-address.ts'

type Asked = {
  readonly client: Client
  readonly service: string
  readonly file: FileInfo
  /** The key as it was given: alone, or in a whole link. */
  readonly key: string | undefined
  readonly password: string | undefined
  readonly allowHost: string | undefined
}

type OpenedTransfer = OpenedBundle & { readonly ticket: string }

/**
 * Opens an end-to-end encrypted transfer with the key of its link. The service gets a proof, never key or password.
 * @throws UsageError for a missing, cut or mistyped key, or a missing password; ApiError, FILE_DAMAGED for what was altered
 */
export async function openSealed(asked: Asked): Promise<OpenedTransfer> {
  const { client, service, file, key, password, allowHost } = asked
  if (key === undefined)
    throw new UsageError(
      'This transfer is end-to-end encrypted. Give its key with --key-stdin or --key-file.',
    )
  return asDamaged(async () => {
    const head = readSlotHead(fromBase64url(file.slotHead ?? '') ?? new Uint8Array(0))
    const secret = await secretOf(head, key, password)
    const proof = toBase64url(await proofOf(primitives, secret, head))
    const params = { id: file.id }
    const {
      ticket,
      url,
      slot = '',
    } = await keepTrying(() => client.call('downloadTicket', { params, body: { proof } })).catch(
      (error: unknown) => {
        const isWrong = error instanceof ApiError && error.code === 'INVALID_FILE_PASSWORD'
        throw isWrong && !head.password ? new UsageError('This key belongs to another link.') : error
      },
    )
    const contentKey = await openSlot(primitives, {
      slot: fromBase64url(slot) ?? new Uint8Array(0),
      head,
      secret,
    })
    if (!contentKey) throw new BundleDamaged('the slot was altered')
    const fetchSealed = fetchRanges(downloadAddress(url, service, allowHost), file.size)
    const bundle = await openBundle(primitives, {
      contentKey,
      bundleId: head.bundleId,
      size: file.size,
      fetchSealed,
    })
    return { ...bundle, ticket }
  })
}

/** @param key the key of a link, or the 34 words of a request's key @throws LinkKeyDamaged, WordsDamaged, OtherRequestKey, UsageError */
async function secretOf(head: SlotHead, key: string, password: string | undefined): Promise<Bytes> {
  if (head.recipient) return requestSecret(primitives, nodeXWing, await readSeed(primitives, key), head)
  const linkKey = await readLinkKey(primitives, key)
  if (head.password && !password)
    throw new UsageError('This transfer has a password, too. Give it with --password-stdin.')
  return slotSecret(primitives, linkKey, head, password)
}

/** Says what is wrong with a key, as the page does. */
function keyHelp({ reason, length }: LinkKeyDamaged): string {
  if (reason === 'missing') return 'This link has no key: nothing stands behind #k=. Ask the sender for it.'
  if (reason === 'mistyped') return 'The key has a typing error. Copy it again.'
  return `The key has ${length} characters, not ${writtenKeyLength}. Copy it again.`
}

/** Translates what the format refuses. */
export async function asDamaged<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (cause) {
    if (cause instanceof LinkKeyDamaged) throw new UsageError(keyHelp(cause), { cause })
    if (cause instanceof WordsDamaged)
      throw new UsageError(
        'A visitor sealed this for the owner of a request. Give the 34 words of the key with --key-file.',
        { cause },
      )
    if (cause instanceof OtherRequestKey) throw new UsageError('This was sealed for another key.', { cause })
    const isDamage =
      cause instanceof BundleDamaged || cause instanceof ManifestRefused || cause instanceof SlotDamaged
    if (!isDamage) throw cause
    const message = `This transfer is damaged: ${cause.message}. Ask the sender to send it again.`
    throw new ApiError({ status: 200, code: 'FILE_DAMAGED', message, cause })
  }
}

/** Fetches ranges, and goes on where a connection broke. */
function fetchRanges(url: string, size: number): FetchSealed {
  return async function* fetchSealed(start, end) {
    let at = start
    for (let tries = 0; at < end; ) {
      try {
        for await (const chunk of await openRange(url, at, end, size)) {
          at += chunk.length
          tries = 0
          yield chunk
        }
        if (at < end) throw networkError()
      } catch (error) {
        if (error instanceof BundleDamaged) throw error
        const failure = error instanceof ApiError ? error : networkError(error)
        // The place of this ticket may still be held for the connection that broke.
        const passes = isPassingOfMany(failure) || failure.code === 'DOWNLOAD_BUSY'
        const delay = passes ? retryDelay(tries, failure.retryAfter) : undefined
        if (delay === undefined) throw failure
        tries += 1
        await pause(delay)
      }
    }
  }
}

async function openRange(
  url: string,
  start: number,
  end: number,
  size: number,
): Promise<AsyncIterable<Uint8Array>> {
  const answer = await fetchDirectly(url, { headers: { range: `bytes=${start}-${end - 1}` } })
  const { status, body, headers } = answer
  if (!answer.ok || !body) {
    throw failureOf({ status, text: await answer.text(), retryAfter: headers.get('retry-after') })
  }
  if (status === 206 && headers.get('content-range') === `bytes ${start}-${end - 1}/${size}`) return body
  await body.cancel()
  throw new BundleDamaged('the service sent other bytes than it was asked for')
}
