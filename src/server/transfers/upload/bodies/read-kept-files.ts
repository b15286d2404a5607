import type { UploadFields } from '#contract/transfers/files.ts'
import type { UploadFormHandlers } from '#server/platform/http/forms/read-upload-form.ts'
import { detectType } from '../../types/detect-type.ts'

/** A file that another service has kept. */
export type KeptFile = {
  readonly name: string
  /** Folder that it was sent in; empty where there is none. */
  readonly folder: string
  readonly size: number
  /** Its bytes, each chunk in memory of its own. Throws where they are not those that the other service has recorded. */
  read(): AsyncIterable<Uint8Array>
}

/**
 * Reads the files of a transfer that comes from another service in the terms of a form.
 * @throws whatever a handler or a file throws
 */
export async function readKeptFiles(
  { files, fields }: { readonly files: readonly KeptFile[]; readonly fields: UploadFields },
  handlers: UploadFormHandlers,
): Promise<void> {
  for (const [name, value] of Object.entries(fields))
    if (value !== undefined) await handlers.field(name, value)
  const field = files.length === 1 ? 'file' : 'files'
  for (const file of files) {
    if (field === 'files' && file.folder !== '') await handlers.field(`folderPath_${file.name}`, file.folder)
    const chunks = file.read()[Symbol.asyncIterator]()
    try {
      let next = await chunks.next()
      const head = next.done ? new Uint8Array(0) : next.value
      const sink = handlers.file({ name: field, filename: file.name, mimeType: detectType(file.name, head) })
      while (!next.done) {
        await sink.write(next.value)
        next = await chunks.next()
      }
      await sink.end()
    } finally {
      await chunks.return?.()
    }
  }
}
