import cluster from 'node:cluster'
import { sharePasswordWork } from '#crypto/passwords/password-hash.ts'
import { readProcessConfig } from '../config/config.ts'

/** The fewest connections to PostgreSQL that a process works with. */
const fewestConnections = 2

/**
 * Starts the server as the environment says: in this process, or in as many workers as WORKERS says, whose parent this one
 * becomes. A worker starts here as well, with its share of what the options allow to the instance. Resolves when all of it listens.
 * @throws StartRefused
 */
export async function start(): Promise<void> {
  const config = readProcessConfig()
  const { workers, DATABASE_POOL_SIZE: connections } = config
  if (workers > 1 && cluster.isPrimary) {
    const { supervise } = await import('./supervise.ts')
    return supervise(config)
  }
  sharePasswordWork(workers)
  const share = Math.max(fewestConnections, Math.floor(connections / workers))
  const { serve } = await import('./serve.ts')
  try {
    await serve({ ...config, DATABASE_POOL_SIZE: share })
  } catch (error) {
    // Else the connection to the parent would keep this process.
    cluster.worker?.disconnect()
    throw error
  }
}
