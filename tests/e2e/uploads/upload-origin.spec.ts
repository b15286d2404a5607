import { writeFile } from 'node:fs/promises'
import { finishScan } from '#tests/support/browser/network/finish-scan.ts'
import { choose, linksOf, sendButton, smallFile } from '#tests/support/browser/pages/home.ts'
import { expect, test } from '#tests/support/browser/site.ts'
import { onlyInThoroughRun } from '#tests/support/server/thoroughness.ts'

const MIB = 1024 ** 2

// A page that has the answer asks for no steps any more: the scanner, which takes each file as a whole, keeps the answer
// until they were asked for.
test.use({
  environment: async ({ relay, scanner }, use) =>
    use({ UPLOAD_ORIGIN: relay.origin, CLAMD_URL: scanner.url, CLAMD_STREAM_MAX: '200MB' }),
})

// A server ends when its uploads have.
test.afterEach(({ scanner }) => scanner.finish())

for (const [what, size, call] of [
  ['from 95 MB on an upload goes', 96 * MIB, '/api/files/upload'],
  ['a resumable upload goes', 101 * MIB, '/api/files/resumable'],
] as const) {
  test(
    `${what} to the upload origin, and so do its steps`,
    onlyInThoroughRun,
    async ({ site, relay, scanner }, info) => {
      site.expected.push(new RegExp(`^request to ${relay.origin}$`))
      relay.leadTo(site.origin)
      const page = await site.person()
      const path = info.outputPath('large.bin')
      await writeFile(path, Buffer.alloc(size, 'not nothing '))
      await choose(page, path)
      const sent = page.waitForRequest(`${relay.origin}${call}`)
      const followed = page.waitForRequest(`${relay.origin}/api/files/steps/*`)
      await sendButton(page).click()
      expect((await sent).method()).toBe('POST')
      await followed
      await finishScan(scanner)
      const { link } = await linksOf(page)
      expect(new URL(link).origin).toBe(site.origin)
    },
  )
}

test('a small upload stays at the page’s own origin', onlyInThoroughRun, async ({ site, scanner }) => {
  const page = await site.person()
  await choose(page, smallFile())
  await sendButton(page).click()
  await finishScan(scanner)
  await linksOf(page)
})
