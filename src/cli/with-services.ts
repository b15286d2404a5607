import { readProcessConfig } from '#server/config.ts'
import { type OpenServices, openServices } from '#server/services.ts'
import { commandLog } from './command-log.ts'

/**
 * Does work with the services that this environment configures, and closes them.
 * @throws StartRefused, and whatever the work throws
 */
export async function withServices<Result>(
  work: (services: OpenServices) => Promise<Result>,
): Promise<Result> {
  const services = await openServices(readProcessConfig(), commandLog, { now: Date.now })
  try {
    return await work(services)
  } finally {
    await services.close()
  }
}
