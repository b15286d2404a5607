import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'

const entry = fileURLToPath(
  new URL('../../src/web/features/download/sealed/saving/opened-worker.ts', import.meta.url),
)
const fileName = 'opened/worker.js'

/**
 * Builds the service worker for what is decrypted as one classic script without imports, the only kind that every browser takes,
 * under an address that never changes: its folder is its scope.
 */
export function openedWorker(): Plugin {
  return {
    name: 'opened-worker',
    configureServer(server) {
      server.middlewares.use(`/${fileName}`, (_request, response, next) => {
        buildWorker().then((source) => {
          response.setHeader('content-type', 'text/javascript')
          response.setHeader('cache-control', 'no-cache')
          response.end(source)
        }, next)
      })
    },
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName, source: await buildWorker() })
    },
  }
}

async function buildWorker(): Promise<string> {
  const built = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: {
      write: false,
      target: 'es2023',
      lib: { entry, formats: ['iife'], name: 'worker', fileName: () => 'worker.js' },
    },
  })
  const [output] = [built].flat()
  const file = output && 'output' in output ? output.output[0] : undefined
  if (file === undefined) throw new Error('the worker was not built')
  return file.code
}
