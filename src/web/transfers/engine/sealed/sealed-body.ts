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
  const worker = startWorker()
  markBundles()
  const head = await worker.ask(asked).then(
    (answer) => {
      if ('head' in answer) return answer.head
      throw new Error('the worker answered with a part')
    },
    (error: unknown) => {
      worker.end()
      throw error
    },
  )
  const sealed = new Map<number, Promise<Blob>>()
  const parts = Math.ceil(head.size / sealedPartLength)
  function partOf(part: number, within: boolean): Promise<Blob> {
    const known = sealed.get(part)
    if (known) return known
    const made = worker.ask({ part, within }).then((answer) => {
      if ('sealed' in answer) return new Blob([answer.sealed])
      throw new Error('the worker answered with a head')
    })
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
      if (head.keptAs !== undefined) void forgetBundle(head.keptAs)
    },
  }
}

type Asked<Of> = Of extends { readonly number: number } ? Omit<Of, 'number'> : never

function startWorker() {
  const worker = new Worker(ownWorkers?.createScriptURL(workerAddress) ?? workerAddress, { type: 'module' })
  const waiting = new Map<number, PromiseWithResolvers<Answer>>()
  let asked = 0
  worker.onmessage = ({ data }: MessageEvent<Answer>) => {
    const question = waiting.get(data.number)
    waiting.delete(data.number)
    if ('failure' in data) question?.reject(failureOf(data.failure))
    else question?.resolve(data)
  }
  worker.onerror = () => {
    for (const question of waiting.values()) question.reject(failureOf('other'))
    waiting.clear()
  }
  return {
    ask(question: Asked<Question>): Promise<Answer> {
      const answered = Promise.withResolvers<Answer>()
      asked += 1
      waiting.set(asked, answered)
      worker.postMessage({ number: asked, ...question })
      return answered.promise
    },
    end() {
      worker.terminate()
      for (const question of waiting.values()) question.reject(failureOf('other'))
      waiting.clear()
    },
  }
}

function failureOf(failure: SealingFailure): Error {
  if (failure === 'changed' || failure === 'elsewhere') return new SealingStopped(failure)
  if (failure === 'other') return new Error('sealing failed')
  return new ApiError({ status: 0, code: 'FILE_UNREADABLE', message: 'A file could not be read.' })
}
