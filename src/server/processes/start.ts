import { sharePasswordWork } from '#crypto/passwords/password-hash.ts'
import { type Config, readProcessConfig, StartRefused } from '../config/config.ts'
import { asRefusal } from '../config/explain-failure.ts'
import { linkToParent, type ParentLink } from './parent-link.ts'

/** The fewest connections to PostgreSQL that a process works with. */
const fewestConnections = 2

/**
 * Starts the server as the environment says: in this process, or in as many workers as WORKERS says, whose parent this one
 * becomes. A worker starts here as well. Resolves when all of it listens.
 * @throws StartRefused
 */
export async function start(): Promise<void> {
  const config = readProcessConfig()
  const parent = linkToParent()
  if (parent) return startWorker(config, parent)
  if (config.workers > 1) {
    const { supervise } = await import('./supervise.ts')
    return supervise(config)
  }
  const { serve } = await import('./serve.ts')
  return serve(config)
}

/** Takes its share of what the options allow to the instance, and leaves it to the parent to say why it could not start. */
async function startWorker(config: Config, parent: ParentLink): Promise<void> {
  const { workers, DATABASE_POOL_SIZE: connections } = config
  sharePasswordWork(workers)
  const share = Math.max(fewestConnections, Math.floor(connections / workers))
  const { serve } = await import('./serve.ts')
  try {
    await serve({ ...config, DATABASE_POOL_SIZE: share }, parent)
  } catch (thrown) {
    const error = asRefusal(thrown)
    if (!(error instanceof StartRefused)) throw error
    parent.refused(error.message)
    process.exitCode = 1
    parent.close()
  }
}
