import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { goTo, slowDown } from '#tests/support/browser/network/slow-upload.ts'
import { add, choose, linksOf, sendButton } from '#tests/support/browser/pages/home.ts'
import { resumableEarly } from '#tests/support/browser/resumable-early.ts'
import { expect, test } from '#tests/support/browser/site.ts'
import {
  inLongAndThoroughRun,
  inLongRun,
  onlyInThoroughRun,
  thorough,
} from '#tests/support/server/thoroughness.ts'

test.use({ environment: { END_TO_END: 'all' } })

/** Three parts. */
const size = 36_000_000
let root: string
let path: string
/** Whole seconds: a file that is written anew then looks the same to the browser, which cuts milliseconds off. */
const modified = new Date('2026-11-21T08:00:00Z')
/** Writes other bytes of the same size and time. */
async function fill(): Promise<void> {
  await writeFile(path, randomBytes(size))
  await utimes(path, modified, modified)
}
test.beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'restante-sealed-'))
  path = join(root, 'film.bin')
  await fill()
})
test.afterEach(() => rm(root, { recursive: true, force: true }))

/**
 * Every part that workers of a page hand out, by its salt: what is sealed is determined by salt, place and plaintext, so two
 * digests under one salt are two plaintexts.
 */
async function recordParts(page: Page): Promise<Map<string, Set<string>>> {
  const sealed = new Map<string, Set<string>>()
  await page.exposeFunction('partSealed', (salt: string, digest: string) => {
    sealed.set(salt, (sealed.get(salt) ?? new Set()).add(digest))
  })
  await page.addInitScript(() => {
    const hex = (bytes: ArrayBuffer) => Array.from(new Uint8Array(bytes), (byte) => `${byte}`).join()
    window.Worker = class extends Worker {
      constructor(address: string | URL, options?: WorkerOptions) {
        super(address, options)
        this.addEventListener('message', async ({ data }) => {
          if (!(data.sealed instanceof Blob)) return
          const bytes: ArrayBuffer = await data.sealed.arrayBuffer()
          const [salt, digest] = [bytes.slice(0, 24), await crypto.subtle.digest('SHA-256', bytes)]
          Reflect.get(window, 'partSealed')(hex(salt), hex(digest))
        })
      }
    }
  })
  return sealed
}

function expectNoSaltTwice(sealed: Map<string, Set<string>>, parts: number): void {
  expect(sealed.size).toBeGreaterThanOrEqual(parts)
  for (const digests of sealed.values()) expect(digests.size).toBe(1)
}

async function chooseSealed(page: Page): Promise<void> {
  await choose(page, path)
  await page.getByRole('switch', { name: 'End-to-end encrypted' }).check()
}

async function continueUpload(page: Page): Promise<void> {
  await expect(page.getByRole('complementary', { name: 'Stopped upload' })).toBeVisible()
  await add(page, 'Select Files', [path])
  await page.getByRole('button', { name: 'Continue upload' }).click({ timeout: 15_000 })
}

async function newSender(site: { person(): Promise<Page> }) {
  const page = await site.person()
  await resumableEarly(page)
  page.on('dialog', (dialog) => void dialog.accept())
  return { page, sealed: await recordParts(page) }
}

async function digestOf(file: string): Promise<string> {
  return createHash('sha256')
    .update(await readFile(file))
    .digest('hex')
}

test(
  'a sealed upload goes on after reloads under the salts that it began with',
  inLongAndThoroughRun,
  async ({ site }) => {
    test.setTimeout(thorough ? 600_000 : 60_000)
    const { page, sealed } = await newSender(site)
    await chooseSealed(page)
    const reloads = thorough ? 50 : 2
    await slowDown(page, thorough ? 3 : 12)
    await sendButton(page).click()
    for (let reload = 1; reload <= reloads; reload += 1) {
      await goTo(page, Math.floor((90 * reload) / (reloads + 1)))
      await page.reload()
      await continueUpload(page)
    }
    await slowDown(page, -1)
    const { link } = await linksOf(page)
    expectNoSaltTwice(sealed, 3)
    // The first part was sealed once before the reloads and never under another salt.
    expect(sealed.size).toBe(3)
    expect(link).toMatch(/#k=[\w-]{47}$/)
    // Nothing of it lies here any more.
    await expect.poll(() => page.evaluate(() => localStorage.getItem('restante.sealing'))).toBeNull()
    const receiver = await site.person()
    await receiver.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker'))
    await receiver.goto(link)
    const coming = receiver.waitForEvent('download')
    await receiver.getByRole('button', { name: 'Download', exact: true }).click()
    expect(await digestOf(await (await coming).path())).toBe(await digestOf(path))
  },
)

test(
  'a file that changed meanwhile stops its upload, and goes out anew under other keys',
  inLongRun,
  async ({ site }) => {
    const { page, sealed } = await newSender(site)
    await chooseSealed(page)
    await slowDown(page, 8)
    await sendButton(page).click()
    await goTo(page, 20)
    await page.reload()
    await fill()
    await slowDown(page, -1)
    await continueUpload(page)
    await expect(page.getByText('your selection or options have changed')).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('restante.uploads'))).not.toContain('sealed')
    const before = sealed.size
    await page.getByRole('switch', { name: 'End-to-end encrypted' }).check()
    await sendButton(page).click()
    await linksOf(page)
    expectNoSaltTwice(sealed, before + 3)
  },
)

test('one tab at a time seals an upload', onlyInThoroughRun, async ({ site }) => {
  const { page } = await newSender(site)
  await chooseSealed(page)
  await slowDown(page, 2)
  await sendButton(page).click()
  await goTo(page, 5)
  await page.getByRole('button', { name: 'Pause' }).click()
  const other = await page.context().newPage()
  other.on('filechooser', () => {})
  await other.goto('/')
  await continueUpload(other)
  await expect(other.getByText('This upload continues in another tab.')).toBeVisible()
  await slowDown(page, -1)
  await page.getByRole('button', { name: 'Resume' }).click()
  await linksOf(page)
})

test(
  'a browser that keeps nothing says so, and resumes within the page',
  onlyInThoroughRun,
  async ({ site }) => {
    const { page } = await newSender(site)
    await page.addInitScript(() => {
      window.Worker = class extends Worker {
        constructor(address: string | URL, options?: WorkerOptions) {
          super(address, options)
          this.addEventListener('message', ({ data }) => {
            if (data.head) data.head.keptAs = undefined
          })
        }
      }
    })
    await chooseSealed(page)
    await slowDown(page, 4)
    await sendButton(page).click()
    await goTo(page, 10)
    await expect(page.getByText('this browser stores nothing')).toBeVisible()
    await page.getByRole('button', { name: 'Pause' }).click()
    await slowDown(page, -1)
    await page.getByRole('button', { name: 'Resume' }).click()
    await linksOf(page)
  },
)
