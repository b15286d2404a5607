import { Readable } from 'node:stream'
import { readUploadForm } from '#server/platform/http/forms/read-upload-form.ts'
import type { Services } from '#server/platform/services.ts'
import { describeArrival } from '../model/arrivals/arrival-rows.ts'
import { saidOf } from '../upload/progress/said-of-form.ts'

/** First bytes of a form in which its text fields are looked for, unless a file comes before. */
const headLength = 16 * 1024

/** Reads the fields of a form from its first bytes, before the form is whole. */
type FormHead = {
  write(chunk: Uint8Array): void
  end(): void
}

/** Adds title and sender to an arrival as soon as the fields of its form have arrived. */
export function readFormHead(services: Services, linkId: string, contentType: string): FormHead {
  const chunks: Uint8Array[] = []
  let length = 0
  let isRead = false
  function end() {
    if (isRead) return
    isRead = true
    void describe().catch((error: unknown) => {
      services.log.warn({ err: error }, 'the sender of an upload is not told to its receivers')
    })
  }
  async function describe() {
    const fields: Record<string, string> = {}
    await readUploadForm(Readable.from([Buffer.concat(chunks)]), contentType, {
      field(name, value) {
        fields[name] = value
        return undefined
      },
      file() {
        throw new Error('the fields are over')
      },
      // The form is cut off here; what is wrong with it is said when it is whole.
    }).catch(() => {})
    await describeArrival(services.database, linkId, saidOf(fields))
  }
  return {
    write(chunk) {
      if (isRead) return
      chunks.push(Uint8Array.from(chunk.subarray(0, headLength - length)))
      length += chunk.length
      if (length >= headLength) end()
    },
    end,
  }
}
