import type { FormPart } from '#client/multipart-body.ts'
import { thumbnailLimits, thumbnailPrefix } from '#contract/transfers/limits.ts'
import { ownWorkers } from '#web/ui/browser/own-workers.ts'
import type { Selection } from '../../selection/selection.ts'
import type { TransferParts } from '../transfer-parts.ts'
import type { Answer, Question } from './thumbnail-worker.ts'
import workerAddress from './thumbnail-worker.ts?worker&url'
import { withVideoFrame } from './video-frame.ts'

/** Larger pictures are not decoded for the sake of a few pixels, nor several that are larger together, in bytes. */
const maxSize = 40 * 1024 * 1024
/** Browsers decode and encode on threads of their own, which one picture after the other leaves idle half of the time. */
const maxAtOnce = 3
/** How long an upload that begins waits for thumbnails that are being made, in milliseconds. */
const maxWait = 250

/** Thumbnail of each picture, null if it has none; undefined while it waits or is being made. */
const made = new Map<File, File | null | undefined>()
const making = new Map<File, Promise<void>>()

/** Makes thumbnails of a selection's pictures and videos in the background, while the sender chooses more. */
function prepare(selection: Selection): void {
  if (made.size > 0) {
    const files = new Set(filesOf(selection))
    for (const file of made.keys()) if (!files.has(file)) made.delete(file)
  }
  for (const file of filesOf(selection)) {
    if (made.size >= thumbnailLimits.count) break
    if (isWorthwhile(file) && !made.has(file)) made.set(file, undefined)
  }
  makeNext()
}

function* filesOf(selection: Selection): Generator<File> {
  for (const { files } of selection) for (const { file } of files) yield file
}

/** Videos have no limit, since only about a second of one is read. */
function isWorthwhile({ type, size }: File): boolean {
  return type.startsWith('video/') || (type.startsWith('image/') && size <= maxSize)
}

/** Begins with what waits, in its order, as long as there is room for it. */
function makeNext(): void {
  for (const [file, thumbnail] of made) {
    if (thumbnail !== undefined || making.has(file)) continue
    if (!hasRoomFor(file)) return
    const done = make(file).then(() => {
      making.delete(file)
      makeNext()
    })
    making.set(file, done)
  }
}

function hasRoomFor({ size }: File): boolean {
  if (making.size === 0) return true
  const together = making.keys().reduce((sum, file) => sum + file.size, size)
  return making.size < maxAtOnce && together <= maxSize
}

async function make(file: File): Promise<void> {
  const thumbnail = await pictureOf(file).then(askWorker, () => null)
  if (made.has(file))
    made.set(file, thumbnail && new File([thumbnail], 'thumbnail.webp', { type: 'image/webp' }))
}

async function allMade(): Promise<void> {
  while (making.size > 0) await Promise.all(making.values())
}

/** Input for the worker: the file, or a frame of a video, because workers cannot play videos. */
async function pictureOf(file: File): Promise<File | ImageBitmap> {
  return file.type.startsWith('video/') ? withVideoFrame(file, (video) => createImageBitmap(video)) : file
}

/**
 * Adds the thumbnails made so far before the files of a form, except for a transfer that is deleted after its download: its
 * contents are never listed.
 */
async function addTo(form: TransferParts): Promise<TransferParts> {
  if (form.fields.some(({ name }) => name === 'deleteAfterDownload')) return form
  if (making.size > 0) await Promise.race([allMade(), new Promise((resolve) => setTimeout(resolve, maxWait))])
  const parts: FormPart[] = []
  /** The first thumbnail of a name belongs to the first file of it, and so on: after one without there is none. */
  const without = new Set<string>()
  for (const part of form.files) {
    if (!('file' in part)) continue
    const thumbnail = made.get(part.file)
    if (!thumbnail) without.add(part.filename)
    else if (!without.has(part.filename)) {
      parts.push({ name: `${thumbnailPrefix}${part.filename}`, file: thumbnail, filename: thumbnail.name })
    }
  }
  return { ...form, fields: [...form.fields, ...parts] }
}

/** The thumbnails of a selection's files, without those that aren't made within `wait` milliseconds. */
async function thumbnailsOf(selection: Selection, wait: number): Promise<Map<File, File>> {
  if (making.size > 0) await Promise.race([allMade(), new Promise((resolve) => setTimeout(resolve, wait))])
  const found = new Map<File, File>()
  for (const file of filesOf(selection)) {
    const thumbnail = made.get(file)
    if (thumbnail) found.set(file, thumbnail)
  }
  return found
}

export default { prepare, addTo, thumbnailsOf }

/** Null once it could not be started. */
let worker: Worker | null | undefined
/** Resolvers of pending questions, by their number. */
const waiting = new Map<number, (thumbnail: Blob | null) => void>()
let asked = 0

/** The worker's thumbnail of one picture, beside others; null where there is none, or where the worker cannot be started. */
function askWorker(picture: File | ImageBitmap): Promise<Blob | null> {
  const { promise, resolve } = Promise.withResolvers<Blob | null>()
  if (worker === undefined) worker = startWorker()
  if (!worker) return Promise.resolve(null)
  asked += 1
  waiting.set(asked, resolve)
  const question: Question = { number: asked, picture }
  worker.postMessage(question, picture instanceof ImageBitmap ? [picture] : [])
  return promise
}

function startWorker(): Worker | null {
  try {
    const started = new Worker(ownWorkers?.createScriptURL(workerAddress) ?? workerAddress, {
      type: 'module',
    })
    started.onmessage = ({ data }: MessageEvent<Answer>) => answer(data)
    started.onerror = () => {
      worker = null
      for (const number of waiting.keys()) answer({ number, thumbnail: null })
    }
    return started
  } catch {
    return null
  }
}

function answer({ number, thumbnail }: Answer): void {
  waiting.get(number)?.(thumbnail)
  waiting.delete(number)
}
