import { existsSync, readFileSync } from 'node:fs'
import type { TestContext } from 'node:test'
import { gunzipSync } from 'node:zlib'
import type * as z from 'zod'

/** A selection of published test vectors, in the repository. */
const selection = new URL('../../fixtures/vectors/', import.meta.url)

/** All of them, which may stand beside the project. */
const whole = new URL('../../../../shared/vectors/', import.meta.url)

/**
 * Reads a file of published vectors: the whole one where it is, otherwise the selection from it. A test of vectors that are in
 * neither place says so and tests nothing.
 */
export function readVectors<Schema extends z.ZodType>(
  t: TestContext,
  name: string,
  schema: Schema,
): z.output<Schema> | undefined {
  const found = [whole, selection].map((place) => new URL(name, place)).find((file) => existsSync(file))
  if (!found) {
    t.diagnostic(`left out: ${name} is not here`)
    return undefined
  }
  return schema.parse(JSON.parse(gunzipSync(readFileSync(found)).toString('utf8')))
}
