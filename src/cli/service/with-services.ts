import { type OpenServices, openServices } from '#server/app/services.ts'
import { readProcessConfig } from '#server/config/config.ts'
import { commandLog } from './command-log.ts'

/**
 * Runs work with the services that the environment configures, and closes them.
 * @throws StartRefused, and whatever the work throws
 */
export async function withServices<Result>(
  work: (services: OpenServices) => Promise<Result>,
  options?: Parameters<typeof openServices>[3],
): Promise<Result> {
  const services = await openServices(readProcessConfig(), commandLog, { now: Date.now }, options)
  try {
    return await work(services)
  } finally {
    await services.close()
  }
}
