/** One part of a multipart/form-data body: a text field, or a file under the name it is sent with. */
export type FormPart = { name: string; value: string } | { name: string; file: File; filename: string }

/** A multipart/form-data body as the chunks of a Blob: no file is read before its bytes are sent. */
export type MultipartBody = {
  contentType: string
  /** Chunks of the first parts, and of all others with the closing delimiter. */
  head: readonly BlobPart[]
  tail: readonly BlobPart[]
}

/**
 * Writes parts as RFC 7578 and the encoding of the HTML standard say (names in UTF-8, quotation marks and line breaks
 * percent-encoded, line breaks of text as CR LF). The same parts and boundary give the same bytes.
 */
export function multipartBody(
  head: readonly FormPart[],
  tail: readonly FormPart[],
  boundary: string,
): MultipartBody {
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    head: head.flatMap((part) => chunksOf(part, boundary)),
    tail: [...tail.flatMap((part) => chunksOf(part, boundary)), `--${boundary}--\r\n`],
  }
}

/** A boundary for new bodies, of 128 random bits. */
export function newBoundary(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return `restante-${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

function chunksOf(part: FormPart, boundary: string): BlobPart[] {
  const start = `--${boundary}\r\nContent-Disposition: form-data; name="${escapeName(part.name)}"`
  if ('value' in part) return [`${start}\r\n\r\n${part.value.replace(/\r\n?|\n/g, '\r\n')}\r\n`]
  const type = part.file.type || 'application/octet-stream'
  return [
    `${start}; filename="${escapeName(part.filename)}"\r\nContent-Type: ${type}\r\n\r\n`,
    part.file,
    '\r\n',
  ]
}

function escapeName(name: string): string {
  return name.replace(/\r\n?|\n/g, '%0D%0A').replaceAll('"', '%22')
}
