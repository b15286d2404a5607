import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { createClient } from '#client/create-client.ts'
import { expect, test } from '#tests/support/browser/site.ts'
import { resultOf } from '#tests/support/transfers/resumable-uploads.ts'

/** Uppy and its tus plugin, as the script of a page. */
async function bundleUppy(): Promise<string> {
  const entry = fileURLToPath(new URL('../../support/browser/uppy.ts', import.meta.url))
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    build: { write: false, lib: { entry, formats: ['iife'], name: 'uppyPage' } },
  })
  const [bundle] = Array.isArray(built) ? built : [built]
  if (!bundle || !('output' in bundle)) throw new Error('nothing was built')
  return `${bundle.output[0].code}; globalThis.uppyPage = uppyPage`
}

test("a file sent by Uppy's tus plugin becomes a transfer", async ({ site }) => {
  const page = await site.person()
  await page.addInitScript(await bundleUppy())
  await page.goto('/')
  // With a slash at its end, as Uppy's own examples write the address.
  const url = await page.evaluate(() => uppyPage.sendWithUppy('/api/files/resumable/', 'Straße.txt', 'hello'))
  expect(url).toMatch(/\/api\/files\/resumable\/[\w-]{22}$/)
  const { file } = await resultOf({ client: createClient({ baseUrl: site.origin }) }, url)
  expect([file.filename, file.size]).toEqual(['Straße.txt', 5])
})
