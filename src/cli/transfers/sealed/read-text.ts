import { manifestLimits } from '#end-to-end/format/manifest.ts'
import { UsageError } from '../../command.ts'

/** Reads a text from standard input as it is. @throws UsageError for none, more than 1 MB, or what is no UTF-8 */
export async function readText(): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of process.stdin) {
    length += chunk.length
    if (length > manifestLimits.text) throw new UsageError('The text is longer than 1 MB. Send it as a file.')
    chunks.push(chunk)
  }
  if (length === 0) throw new UsageError('No text found in standard input.')
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.concat(chunks))
  } catch (cause) {
    throw new UsageError('Standard input is no text in UTF-8. Send it as a file.', { cause })
  }
}
