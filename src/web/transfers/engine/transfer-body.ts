import { multipartBody } from '#client/multipart-body.ts'
import type { StoppedUpload } from './stopped-uploads.ts'
import type { TransferParts } from './transfer-parts.ts'

/** One body that carries a whole transfer, and what is told of it beforehand. */
export type TransferBody = {
  body: Blob
  metadata: Record<string, string>
  /** What is needed to write the same bytes once more; null for a plain file. */
  form: StoppedUpload['form']
}

/** Characters of metadata above which it goes into the body: servers and proxies take only so much in a header. */
const maxMetadata = 2000

/** A plain file is sent as it is, with the fields as metadata; several are sent as the form they would be otherwise. */
export function transferBody({ fields, files }: TransferParts, boundary: string): TransferBody {
  const [part] = files
  if (part && 'file' in part && part.name === 'file') {
    const texts = fields.flatMap((field) => ('value' in field ? [[field.name, field.value]] : []))
    const type = part.file.type || 'application/octet-stream'
    const metadata = { ...Object.fromEntries(texts), filename: part.filename, filetype: type }
    if (JSON.stringify(metadata).length <= maxMetadata) return { body: part.file, metadata, form: null }
  }
  const { contentType, head, tail } = multipartBody(fields, files, boundary)
  return {
    body: new Blob([...head, ...tail]),
    metadata: { filetype: contentType },
    form: { boundary, headLength: new Blob([...head]).size },
  }
}

/**
 * The body of a transfer that stopped. Its fields went out with the first bytes and are kept nowhere: blanks stand in
 * their place, so it can only be gone on with from `headLength` on.
 */
export function restOfBody({ files }: TransferParts, form: StoppedUpload['form']): Blob {
  const [part] = files
  if (form) {
    const { tail } = multipartBody([], files, form.boundary)
    return new Blob([' '.repeat(form.headLength), ...tail])
  }
  return part && 'file' in part ? part.file : new Blob()
}
