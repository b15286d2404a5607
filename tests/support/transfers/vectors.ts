import { existsSync, readFileSync } from 'node:fs'
import type { TestContext } from 'node:test'
import { gunzipSync } from 'node:zlib'
import type * as z from 'zod'

/** The published test vectors stand beside the project, not in it. */
const folder = new URL('../../../../shared/vectors/', import.meta.url)

/**
 * Reads a file of published vectors. Without the folder a test says what it left out; in CI it fails.
 */
export function readVectors<Schema extends z.ZodType>(
  t: TestContext,
  name: string,
  schema: Schema,
): z.output<Schema> | undefined {
  if (!existsSync(folder)) {
    if (process.env.CI) throw new Error('the published test vectors are missing')
    t.diagnostic(`left out: ${name} is not here`)
    return undefined
  }
  return schema.parse(JSON.parse(gunzipSync(readFileSync(new URL(name, folder))).toString('utf8')))
}
