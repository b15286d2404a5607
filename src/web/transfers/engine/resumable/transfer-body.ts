import { multipartBody } from '#client/multipart-body.ts'
import type { TransferParts } from '../transfer-parts.ts'
import { joinChunks } from './form-body.ts'
import type { StoppedUpload } from './stopped-uploads.ts'

/** One body that carries a whole transfer, and its metadata. */
type TransferBody = {
  body: Blob
  metadata: Record<string, string>
  /** Values needed to write the same bytes again; null for a plain file. */
  form: StoppedUpload['form']
}

/** Characters of metadata above which it goes into the body: servers and proxies take only so much in a header. */
const maxMetadata = 2000

/** A plain file is sent as it is, with the fields as metadata; several are sent as the form they would be otherwise. */
export async function transferBody(
  { fields, files }: TransferParts,
  boundary: string,
): Promise<TransferBody> {
  const part = files.find((one) => 'file' in one)
  const time = timeIn(files)
  if (part && 'file' in part && part.name === 'file') {
    const texts = fields.flatMap((field) => ('value' in field ? [[field.name, field.value]] : []))
    const type = part.file.type || 'application/octet-stream'
    const metadata = {
      ...Object.fromEntries(texts),
      filename: part.filename,
      filetype: type,
      ...(time === undefined ? {} : { modifiedAt: time }),
    }
    if (JSON.stringify(metadata).length <= maxMetadata) return { body: part.file, metadata, form: null }
  }
  const { contentType, head, tail } = multipartBody(fields, files, boundary)
  return {
    body: await joinChunks([...head, ...tail]),
    metadata: { filetype: contentType },
    form: {
      boundary,
      headLength: new Blob([...head]).size,
      ...(time === undefined && { withoutTimes: true }),
    },
  }
}

/**
 * The body of a transfer that stopped. Its fields went out with the first bytes and are kept nowhere: blanks stand in
 * their place, so it can only be gone on with from `headLength` on.
 */
export async function restOfBody({ files }: TransferParts, form: StoppedUpload['form']): Promise<Blob> {
  const part = files.find((one) => 'file' in one)
  if (form) {
    const { tail } = multipartBody([], files, form.boundary)
    return joinChunks([' '.repeat(form.headLength), ...tail])
  }
  return part && 'file' in part ? part.file : new Blob()
}

/** Time of the first file among parts, as it is sent; undefined where the service takes none. */
function timeIn(files: TransferParts['files']): string | undefined {
  for (const part of files) if ('value' in part && part.name.startsWith('modifiedAt_')) return part.value
  return undefined
}
