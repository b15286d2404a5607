import type { TestServer } from './server.ts'

/** Counts what a server keeps of uploads: rows, and blobs whether finished or not. */
export async function leftovers({ services }: TestServer): Promise<number> {
  const later = Date.now() + 60 * 60_000
  const blobs = await Array.fromAsync(services.blobs.default.list(later))
  const stages = await services.blobs.default.sweepStages(later)
  const rows = await services.database.selectFrom('files').selectAll().execute()
  return blobs.length + stages + rows.length
}
