import { Failure } from '#server/platform/failure.ts'
import type { SealedBlob } from '../content/sealed-blob.ts'
import type { DescribedContent, IncomingContent } from './incoming-content.ts'
import type { Intake } from './intake.ts'

/** One file, stored as it is. */
export function incomingFile(intake: Intake, blob: SealedBlob): IncomingContent {
  let described: DescribedContent | undefined
  return {
    add({ filename, mimeType, path, modified }) {
      if (described || path !== filename) {
        throw new Failure('VALIDATION_ERROR', {
          message: 'Invalid file. Several files and folders belong in the field "files".',
        })
      }
      described = { filename, mimeType: plainType(mimeType), modified, uploaded: 1, packed: false }
      return intake.sink(filename, {
        begin: () => undefined,
        write: (piece) => blob.write(piece),
        end: () => undefined,
      })
    },
    async end() {
      if (!described) throw new Error('there is no file')
      return described
    },
    abort() {},
  }
}

/** The media type as the sender names it, without parameters; shown to people, never sent as a content type. */
export function plainType(mimeType: string | undefined): string {
  const type = mimeType?.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  return /^[\w.+-]{1,60}\/[\w.+-]{1,100}$/.test(type) ? type : 'application/octet-stream'
}
