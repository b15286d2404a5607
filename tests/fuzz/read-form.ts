import { setImmediate } from 'node:timers/promises'
import { Busboy } from '@fastify/busboy'
import { FormTooLarge, MalformedForm, UploadIncomplete } from '#server/platform/http/forms/form-failures.ts'
import { createMultipartParser } from '#server/platform/http/forms/multipart-parser.ts'
import { readBoundary } from '#server/platform/http/forms/read-upload-form.ts'
import type { FormPart } from './random-form.ts'

/** The parts in order, or undefined for a refused form. */
export type ReadForm = FormPart[] | undefined

/** Reads a form with the server's parser; with waiting sinks, every other call of theirs returns a promise. */
export async function readForm(contentType: string, chunks: Buffer[], waiting: boolean): Promise<ReadForm> {
  const parts: FormPart[] = []
  let calls = 0
  const settle = () => (waiting && calls++ % 2 === 0 ? Promise.resolve() : undefined)
  try {
    const parser = createMultipartParser(
      readBoundary(contentType),
      { parts: 100, headerBytes: 8192 },
      {
        part({ name, filename, mimeType }) {
          const content: Uint8Array[] = []
          return {
            write(chunk) {
              content.push(chunk)
              return settle()
            },
            end() {
              parts.push({
                name,
                filename,
                mimeType: mimeType ?? 'text/plain',
                content: Buffer.concat(content),
              })
              return settle()
            },
          }
        },
      },
    )
    for (const chunk of chunks) await parser.write(chunk)
    await parser.end()
    return parts
  } catch (error) {
    const refused =
      error instanceof MalformedForm || error instanceof FormTooLarge || error instanceof UploadIncomplete
    if (refused) return undefined
    throw error
  }
}

/** Reads a form with @fastify/busboy, every part as a file so that its bytes come unchanged. */
export async function readFormWithBusboy(contentType: string, chunks: Buffer[]): Promise<ReadForm> {
  const parts: FormPart[] = []
  let open = 0
  const outcome = { finished: false, refused: false }
  const refuse = () => {
    outcome.refused = true
  }
  const busboy = new Busboy({
    headers: { 'content-type': contentType },
    preservePath: true,
    isPartAFile: () => true,
  })
  busboy.on('file', (name, file, filename: string | undefined, _encoding, mimeType) => {
    const content: Buffer[] = []
    const part = { name, filename, mimeType, content: Buffer.alloc(0) }
    parts.push(part)
    open++
    file.on('data', (chunk: Buffer) => content.push(chunk))
    file.on('error', refuse)
    file.on('end', () => {
      part.content = Buffer.concat(content)
      open--
    })
  })
  busboy.on('error', refuse)
  busboy.on('finish', () => {
    outcome.finished = true
  })
  for (const chunk of chunks) busboy.write(chunk)
  busboy.end()
  // It never finishes some malformed forms. It works in memory only, so turns of the event loop tell.
  const stallTimeoutMs = 20 + 2 * chunks.length
  for (
    let turns = 0;
    turns < stallTimeoutMs && !outcome.refused && (!outcome.finished || open > 0);
    turns++
  ) {
    await setImmediate()
  }
  return outcome.finished && !outcome.refused && open === 0 ? parts : undefined
}
