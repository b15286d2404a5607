import { joinChunks } from '#server/platform/buffers/join-chunks.ts'
import { releaseBuffer } from '#server/platform/buffers/release-buffer.ts'
import { writeAll } from '#server/platform/buffers/write-all.ts'
import type { Services } from '#server/platform/services.ts'
import type { SealedBlob } from '../content/sealed-blob.ts'
import { archiveName } from '../model/name-files.ts'
import { detectType } from '../types/detect-type.ts'
import { gainsByCompression } from '../types/gains-by-compression.ts'
import { createZipWriter, type WrittenMember } from '../zip/create-zip-writer.ts'
import { lineOffset } from '../zip/member-line.ts'
import { assertPathFits, createUniquePaths, UnsafePath } from '../zip/unique-path.ts'
import { invalid, wrongField } from './form-fields.ts'
import type { FormFile, IncomingContent } from './incoming-content.ts'
import type { Intake } from './intake.ts'
import type { IndexWriter } from './parts/write-index.ts'

/** Files and folders, packed into a ZIP while they arrive, each entered in the index. */
export function incomingArchive(
  { clock, config }: Pick<Services, 'clock' | 'config'>,
  intake: Intake,
  blob: SealedBlob,
  index: IndexWriter,
): IncomingContent {
  let written: WrittenMember | undefined
  const zip = createZipWriter((member) => {
    written = member
  })
  const uniquePath = createUniquePaths()
  const modifiedAt = clock.now()
  let uploaded = 0
  /** The folder that all members lie in, as long as there is one; its name becomes the archive's. */
  let commonFolder: string | undefined

  const joiner = joinChunks(blob)
  const pass = (chunks: readonly Uint8Array[]) => writeAll(joiner, chunks)
  /** Enters the member that has just ended. Its archive's bytes are on their way. */
  function enter(
    path: string,
    type: string,
    { thumbnail, modified }: Pick<FormFile, 'thumbnail' | 'modified'>,
  ): Promise<void> | undefined {
    if (!written) throw new Error('no member has ended')
    const { size, compressedSize, compress, crc, marks } = written
    return index.add({
      path,
      size,
      packed: compressedSize,
      offset: lineOffset(written),
      method: compress ? 'deflated' : 'stored',
      crc,
      type,
      // Undefined values are not written.
      marks: marks.length > 0 ? [...marks] : undefined,
      modified,
      thumbnail: thumbnail && [...thumbnail],
    })
  }
  function count(path: string) {
    const [top = '', ...rest] = path.split('/')
    const folder = rest.length > 0 ? top : ''
    commonFolder = uploaded === 0 || commonFolder === folder ? folder : ''
    uploaded += 1
  }
  return {
    add(file) {
      if (file.field !== 'files') throw wrongField()
      const path = memberPath(file, uniquePath)
      count(path)
      let type = ''
      function passLast(chunks: readonly Uint8Array[]) {
        const entered = enter(path, type, file)
        return entered ? entered.then(() => pass(chunks)) : pass(chunks)
      }
      return intake.sink(file.filename, {
        begin(head) {
          const compress = gainsByCompression(head)
          type = detectType(path, head)
          const header = zip.beginMember(path, { compress, modifiedAt: file.modified ?? modifiedAt })
          // The first opens the blob, and is waited for: all others are sealed, or copied, when they are passed.
          return uploaded === 1 ? writeAll(blob, header) : pass(header)
        },
        write: (chunk) => {
          const packed = zip.write(chunk)
          if (packed instanceof Promise) {
            // Not when it rejects: then the compressing thread may still be reading the chunk.
            return packed.then((chunks) => {
              releaseBuffer(chunk)
              return pass(chunks)
            })
          }
          // `packed` holds views of the chunk, which are not read after they are sealed.
          const wait = pass(packed)
          releaseBuffer(chunk)
          return wait
        },
        finish: () => {
          const packed = zip.endMember()
          return packed instanceof Promise ? packed.then(passLast) : passLast(packed)
        },
      })
    },
    async end(title) {
      await pass(zip.end())
      await joiner.flush()
      await index.end()
      const filename = archiveName(title?.replace(/\.zip$/i, '') || commonFolder, modifiedAt, config)
      return { filename, mimeType: 'application/zip', uploaded, packed: true }
    },
    abort: () => zip.abort(),
  }
}

/** @throws Failure VALIDATION_ERROR for a path that is too deep or too long, or one more than an archive takes */
function memberPath({ path, filename }: FormFile, uniquePath: (path: string) => string): string {
  try {
    assertPathFits(path)
    return uniquePath(path)
  } catch (error) {
    if (!(error instanceof UnsafePath)) throw error
    throw invalid(`${filename}: ${error.message}`, error)
  }
}
