import type { TestServer } from '../server/server.ts'

/** Counts what a server keeps of uploads: transfers, and blobs whether finished or not. */
export async function leftovers({ services }: TestServer): Promise<number> {
  const later = Date.now() + 60 * 60_000
  const blobs = await Array.fromAsync(services.blobs.default.list(later))
  // Stages go when they are seen twice.
  await services.blobs.default.sweepStages(0)
  const stages = await services.blobs.default.sweepStages(later)
  const rows = await services.database.selectFrom('transfers').selectAll().execute()
  return blobs.length + stages + rows.length
}
