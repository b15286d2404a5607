import type { FormPart } from '#client/multipart-body.ts'
import { thumbnailLimits, thumbnailPrefix } from '#contract/transfers/limits.ts'
import { ownWorkers } from '../../../ui/browser/own-workers.ts'
import type { Selection } from '../../selection/selection.ts'
import type { TransferParts } from '../transfer-parts.ts'
import workerAddress from './thumbnail-worker.ts?worker&url'
import { withVideoFrame } from './video-frame.ts'

/** Larger pictures are not decoded for the sake of a few pixels, in bytes. */
const maxSize = 40 * 1024 * 1024
/** How long an upload that begins waits for thumbnails that are being made, in milliseconds. */
const maxWait = 250

/** What became of each picture; undefined as long as it waits. */
const made = new Map<File, File | null | undefined>()
let worker: Worker | undefined
let running: Promise<void> | undefined

/** Makes thumbnails of the pictures and videos of a selection, off the main thread and one after the other, while more is chosen. */
function prepare(selection: Selection): void {
  if (made.size > 0) {
    const files = new Set(filesOf(selection))
    for (const file of made.keys()) if (!files.has(file)) made.delete(file)
  }
  for (const file of filesOf(selection)) {
    if (made.size >= thumbnailLimits.count) break
    if (isWorthwhile(file) && !made.has(file)) made.set(file, undefined)
  }
  running ??= run().finally(() => {
    running = undefined
  })
}

function* filesOf(selection: Selection): Generator<File> {
  for (const { files } of selection) for (const { file } of files) yield file
}

/** Of a video only what is about a second of it is read. */
function isWorthwhile({ type, size }: File): boolean {
  return type.startsWith('video/') || (type.startsWith('image/') && size <= maxSize)
}

async function run(): Promise<void> {
  for (;;) {
    const [next] = made.entries().find(([, thumbnail]) => thumbnail === undefined) ?? []
    if (!next) return
    const thumbnail = await pictureOf(next).then(ask, () => null)
    if (made.has(next))
      made.set(next, thumbnail && new File([thumbnail], 'thumbnail.webp', { type: 'image/webp' }))
  }
}

/** What the worker makes a thumbnail of: workers cannot play videos. */
async function pictureOf(file: File): Promise<File | ImageBitmap> {
  return file.type.startsWith('video/') ? withVideoFrame(file, (video) => createImageBitmap(video)) : file
}

/** The worker's answer about one picture; null also where it cannot be started. */
function ask(picture: File | ImageBitmap): Promise<Blob | null> {
  const { promise, resolve } = Promise.withResolvers<Blob | null>()
  try {
    worker ??= new Worker(ownWorkers?.createScriptURL(workerAddress) ?? workerAddress, { type: 'module' })
    worker.onmessage = ({ data }: MessageEvent<Blob | null>) => resolve(data)
    worker.onerror = () => resolve(null)
    worker.postMessage(picture, picture instanceof ImageBitmap ? [picture] : [])
  } catch {
    resolve(null)
  }
  return promise
}

/** A form with the thumbnails that are there by now before its files, unless it can be had only once: then nobody looks inside. */
async function addTo(form: TransferParts): Promise<TransferParts> {
  if (form.fields.some(({ name }) => name === 'deleteAfterDownload')) return form
  if (running) await Promise.race([running, new Promise((resolve) => setTimeout(resolve, maxWait))])
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

export default { prepare, addTo }
