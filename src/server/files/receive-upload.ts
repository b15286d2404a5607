import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { UploadReply } from '#contract/files.ts'
import { blobHeader, contentContext } from '#crypto/blob-header.ts'
import { newFileKey, sealPasswordSlot, sealServerSlot } from '#crypto/file-key.ts'
import { newId, newSecret, sha256 } from '#crypto/random-id.ts'
import { createSealer, type Sealer } from '#crypto/seal-content.ts'
import { Failure } from '../http/failure.ts'
import type { PartSink } from '../http/multipart-parser.ts'
import { readUploadForm } from '../http/read-upload-form.ts'
import type { BlobStage } from '../ports/blob-store.ts'
import { giveBack } from '../ports/give-back.ts'
import type { Services } from '../ports/services.ts'
import { dayOf, obtainDayKey } from './day-keys.ts'
import { judgeFileName, judgeOptions, judgeSize } from './file-policy.ts'
import { insertFile } from './files-table.ts'

/** A file on its way in: what is known of it before its row exists. */
type Incoming = {
  readonly fileId: string
  readonly blobId: Uint8Array
  readonly fileKey: Uint8Array
  readonly stage: BlobStage
  readonly filename: string
  readonly mimeType: string
  size: number
}

/**
 * Takes one file from a multipart form: sealed while it arrives, durable and in the table before this resolves.
 * Whatever goes wrong, nothing of it stays behind.
 * @throws Failure for everything a sender can do wrong, BlobStoreFailure
 */
export async function receiveUpload(
  services: Services,
  request: IncomingMessage,
): Promise<Omit<UploadReply, 'success'>> {
  const fields: Record<string, string> = Object.create(null)
  let incoming: Incoming | undefined
  const fileId = newId()
  const blobId = randomBytes(16)
  const stage = await services.blobs.stage(blobId.toString('hex'))
  const fileKey = newFileKey()
  let stored = false
  try {
    const header = blobHeader(blobId)
    const sealer = createSealer(fileKey, contentContext(header, fileId))
    await stage.write(header)
    await stage.write(sealer.preamble)
    await readUploadForm(request, {
      field(name, value) {
        if (Object.hasOwn(fields, name))
          throw new Failure('VALIDATION_ERROR', { details: `${name}: sent twice` })
        fields[name] = value
      },
      file({ name, filename, mimeType }) {
        if (name !== 'file' && name !== 'files') {
          throw new Failure('VALIDATION_ERROR', { details: 'form: a file belongs in the field "file"' })
        }
        if (incoming)
          throw new Failure('VALIDATION_ERROR', { message: 'Invalid file. One link carries one file.' })
        judgeFileName(filename)
        judgeOptions(fields)
        incoming = {
          fileId,
          blobId,
          fileKey,
          stage,
          filename,
          mimeType: plainType(mimeType),
          size: 0,
        }
        return sealInto(incoming, sealer)
      },
    })
    if (!incoming)
      throw new Failure('VALIDATION_ERROR', { message: 'Invalid file. The form carries no file.' })
    const options = judgeOptions(fields)
    await stage.end()
    const now = services.clock.now()
    const expiresAt = now + options.lifetime
    const dayKey = await obtainDayKey(services, dayOf(expiresAt))
    const slot =
      options.password === undefined
        ? sealServerSlot(incoming.fileKey, dayKey, incoming)
        : await sealPasswordSlot(incoming.fileKey, dayKey, options.password, incoming)
    await stage.commit()
    stored = true
    const deletionToken = newSecret()
    await insertFile(
      services.database,
      {
        id: fileId,
        blob_id: blobId.toString('hex'),
        owner_id: null,
        filename: incoming.filename,
        filename_folded: fold(incoming.filename),
        size: incoming.size,
        mime_type: incoming.mimeType,
        description: options.description ?? null,
        encryption_method: 'aes-256-gcm',
        password_protected: options.password === undefined ? 0 : 1,
        delete_after_download: options.deleteAfterDownload ? 1 : 0,
        uploaded_at: now,
        expires_at: expiresAt,
        expiry_day: dayOf(expiresAt),
        deletion_token_hash: sha256(deletionToken),
        download_count: 0,
        ended_at: null,
        ended_as: null,
        blob_removed: 0,
      },
      [{ file_id: fileId, type: options.password === undefined ? 'server' : 'password', sealed: slot }],
    )
    const origin = services.config.publicUrl
    return {
      message: 'File uploaded.',
      file: {
        id: fileId,
        downloadUrl: `${origin}/download/${fileId}`,
        deletionUrl: `${origin}/delete/${fileId}#${deletionToken}`,
        expiresAt: new Date(expiresAt).toISOString(),
        filename: incoming.filename,
        size: incoming.size,
        compressionRatio: 1,
      },
      compressed: false,
      uploaded: 1,
    }
  } catch (error) {
    await stage.abort()
    if (stored) await services.blobs.remove(blobId.toString('hex'))
    throw error
  }
}

/** Seals a file's bytes into its stage as they come. The end of the part is not the end of the form. */
function sealInto(incoming: Incoming, sealer: Sealer): PartSink {
  function pass(pieces: readonly Uint8Array[]): Promise<void> | undefined {
    let wait: Promise<void> | undefined
    for (const piece of pieces) wait = incoming.stage.write(piece) ?? wait
    return wait
  }
  return {
    write(piece) {
      incoming.size += piece.length
      judgeSize(incoming.size)
      const sealed = sealer.update(piece)
      giveBack(piece)
      return pass(sealed)
    },
    end: () => pass(sealer.final()),
  }
}

/** The media type as the sender names it, without parameters; shown to people, never sent as a content type. */
function plainType(mimeType: string | undefined): string {
  const type = mimeType?.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  return /^[\w.+-]{1,60}\/[\w.+-]{1,100}$/.test(type) ? type : 'application/octet-stream'
}

/** A name in a form that compares without case and without regard to how accents were typed. */
function fold(name: string): string {
  return name.normalize('NFKC').toLowerCase()
}
