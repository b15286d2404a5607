import { fileURLToPath } from 'node:url'
import { build } from 'vite'

/** Uppy and its tus plugin, as the script of a page. */
export async function bundleUppy(): Promise<string> {
  const entry = fileURLToPath(new URL('./uppy.ts', import.meta.url))
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    build: { write: false, lib: { entry, formats: ['iife'], name: 'uppyPage' } },
  })
  const [bundle] = Array.isArray(built) ? built : [built]
  if (!bundle || !('output' in bundle)) throw new Error('nothing was built')
  return `${bundle.output[0].code}; globalThis.uppyPage = uppyPage`
}
