import { once } from 'node:events'
import type { Server } from 'node:http'
import type { Services } from '#server/platform/services.ts'
import { findState } from './find-state.ts'

/**
 * Serves the metrics, and nothing else, at METRICS_HOST and METRICS_PORT, if the latter is set, without authentication.
 * @returns a function that stops it
 */
export async function serveMetrics(services: Services): Promise<() => Promise<void>> {
  const { METRICS_PORT: port, METRICS_HOST: host } = services.config
  if (port === undefined) return async () => {}
  const { createServer } = await import('node:http')
  const server = createServer(async (request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    try {
      const { contentType, text } = await services.meter.write(await findState(services))
      response.writeHead(200, { 'content-type': contentType }).end(text)
    } catch (error) {
      services.log.error({ err: error }, 'metrics scrape failed')
      response.writeHead(500).end()
    }
  })
  server.listen(port, host)
  await once(server, 'listening')
  return () => stop(server)
}

async function stop(server: Server): Promise<void> {
  server.close()
  server.closeAllConnections()
  await once(server, 'close')
}
