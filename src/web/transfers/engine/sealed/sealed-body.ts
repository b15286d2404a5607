import { ApiError } from '#client/api-error.ts'
import type { UploadBody } from '#client/upload-resumable.ts'
import { sealedPartLength, sealedPosition } from '#end-to-end/format/sizes.ts'
import { ownWorkers } from '#web/ui/browser/own-workers.ts'
import { forgetBundle, markBundles } from '../resumable/kept-bundles.ts'
import type { Answer, Question, SealedHead, SealingFailure, ToResume, ToSeal } from './sealing-worker.ts'
import workerAddress from './sealing-worker.ts?worker&url'

/** Parts of one request, and those that are sealed ahead of it: 16 MiB each. */
const partsOfRequest = 3
const ahead = 2

/** A bundle that is sealed while it is sent. */
export type SealedBody = UploadBody & {
  readonly head: SealedHead
  /** Bytes of a whole part, of all parts but the last, and of one request. */
  readonly requestLength: number
  /** The id under which this browser keeps its bundle; undefined where it goes on within this page only. */
  readonly keptAs: string | undefined
  /** Ends the worker, and forgets what was kept. */
  end(): void
}

/** Why a bundle can't be sealed any further: it begins anew, or goes on in another tab. */
export class SealingStopped extends Error {
  override readonly name = 'SealingStopped'
  readonly reason: 'changed' | 'elsewhere'
  constructor(reason: 'changed' | 'elsewhere') {
    super(`sealing stopped: ${reason}`)
    this.reason = reason
  }
}

/**
 * Begins to seal a bundle in a worker of its own, or goes on with one that this browser has kept.
 * @throws ApiError FILE_UNREADABLE where a file has changed or gone away
 * @throws SealingStopped
 */
export async function sealBody(asked: { begin: ToSeal } | { resume: ToResume }): Promise<SealedBody> {
  markBundles()
  const files = 'begin' in asked ? asked.begin.files : asked.resume.files
  let worker = await startWorker(asked)
  const { head } = worker
  let next: Promise<SealingWorker> | undefined
  /** The worker; or, where the browser has ended it, another one that goes on with what is kept. */
  async function livingWorker(): Promise<SealingWorker> {
    if (!worker.isGone() || head.keptAs === undefined) return worker
    const resume = { id: head.keptAs, files: files.map(({ path, file }) => ({ path, file })) }
    next ??= startWorker({ resume }).finally(() => {
      next = undefined
    })
    worker = await next
    return worker
  }
  const sealed = new Map<number, Promise<Blob>>()
  const parts = Math.ceil(head.size / sealedPartLength)
  function partOf(part: number, within: boolean): Promise<Blob> {
    const known = sealed.get(part)
    if (known) return known
    const made = livingWorker().then((living) => living.seal(part, within))
    // Seals a part anew that failed and is asked for again.
    made.catch(() => sealed.delete(part))
    sealed.set(part, made)
    return made
  }
  return {
    head,
    size: head.size,
    requestLength: partsOfRequest * sealedPartLength,
    /** From `start` to the end of a part: that of `end`, or an earlier one. */
    async slice(start, end) {
      const { part: first, at } = sealedPosition(start)
      const last = Math.min(
        parts - 1,
        sealedPosition(Math.max(start, end - 1)).part,
        first + partsOfRequest - 1,
      )
      for (const part of sealed.keys()) if (part < first) sealed.delete(part)
      const blobs: Blob[] = []
      for (let part = first; part <= last; part += 1) blobs.push(await partOf(part, part === first && at > 0))
      for (let part = last + 1; part <= Math.min(parts - 1, last + ahead); part += 1)
        partOf(part, false).catch(() => {})
      return new Blob(blobs).slice(at, end - first * sealedPartLength)
    },
    keptAs: head.keptAs,
    end() {
      worker.end()
      next?.then((late) => late.end()).catch(() => {})
      if (head.keptAs !== undefined) void forgetBundle(head.keptAs)
    },
  }
}

type Asked<Of> = Of extends { readonly number: number } ? Omit<Of, 'number'> : never

type SealingWorker = {
  readonly head: SealedHead
  seal(part: number, within: boolean): Promise<Blob>
  /** Whether the browser has ended it, which workers are not told. */
  isGone(): boolean
  end(): void
}

async function startWorker(asked: { begin: ToSeal } | { resume: ToResume }): Promise<SealingWorker> {
  const worker = new Worker(ownWorkers?.createScriptURL(workerAddress) ?? workerAddress, { type: 'module' })
  const waiting = new Map<number, PromiseWithResolvers<Answer>>()
  const over = new AbortController()
  let isGone = false
  let count = 0
  worker.onmessage = ({ data }: MessageEvent<Answer>) => {
    const question = waiting.get(data.number)
    waiting.delete(data.number)
    if ('failure' in data) question?.reject(failureOf(data.failure))
    else question?.resolve(data)
  }
  worker.onerror = failAll
  function failAll() {
    for (const question of waiting.values()) question.reject(failureOf('other'))
    waiting.clear()
  }
  async function ask(question: Asked<Question>): Promise<Answer> {
    if (isGone) throw failureOf('other')
    const answered = Promise.withResolvers<Answer>()
    count += 1
    waiting.set(count, answered)
    worker.postMessage({ number: count, ...question })
    return answered.promise
  }
  function end() {
    over.abort()
    worker.terminate()
    failAll()
  }
  try {
    const answer = await ask(asked)
    if (!('head' in answer)) throw new Error('the worker answered with a part')
    const { head } = answer
    if (head.lock !== undefined)
      navigator.locks
        .request(head.lock, { signal: over.signal }, () => {
          // It is given to this page once the worker is no more.
          isGone = true
        })
        .then(failAll, () => {})
    return {
      head,
      isGone: () => isGone,
      end,
      async seal(part, within) {
        const found = await ask({ part, within })
        if ('sealed' in found) return found.sealed
        throw new Error('the worker answered with a head')
      },
    }
  } catch (error) {
    end()
    throw error
  }
}

function failureOf(failure: SealingFailure): Error {
  if (failure === 'changed' || failure === 'elsewhere') return new SealingStopped(failure)
  if (failure === 'other') return new Error('sealing failed')
  return new ApiError({ status: 0, code: 'FILE_UNREADABLE', message: 'A file could not be read.' })
}
