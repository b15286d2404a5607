import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { build } from 'vite'

let source: Promise<string> | undefined

/** The web app's own caller as one script, so that a test can make calls that no page makes at once. */
function clientSource(): Promise<string> {
  source ??= build({
    configFile: false,
    logLevel: 'silent',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      minify: false,
      lib: {
        entry: fileURLToPath(new URL('../../../src/web/accounts/client.ts', import.meta.url)),
        formats: ['es'],
      },
      rolldownOptions: { output: { codeSplitting: false } },
    },
  }).then((result) => {
    const [output] = [result].flat()
    if (!output || !('output' in output)) throw new Error('the client was not built')
    return output.output[0].code
  })
  return source
}

/** Makes the script loadable in a page: `import('/client.js')` gives `client`. */
export async function offerClient(page: Page): Promise<void> {
  const body = await clientSource()
  await page.route('**/client.js', (route) => route.fulfill({ contentType: 'text/javascript', body }))
}
