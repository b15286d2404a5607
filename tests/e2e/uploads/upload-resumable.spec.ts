import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createClient } from '#client/create-client.ts'
import { signUp } from '#tests/support/accounts/people.ts'
import { bundleUppy } from '#tests/support/browser/network/bundle-uppy.ts'
import { goTo, slowDown, startTo } from '#tests/support/browser/network/slow-upload.ts'
import { upgradeApp } from '#tests/support/browser/network/upgrade-app.ts'
import { downloadButton } from '#tests/support/browser/pages/download-page.ts'
import {
  add,
  cancelUpload,
  choose,
  download,
  linksOf,
  send,
  sendButton,
} from '#tests/support/browser/pages/home.ts'
import { resumableEarly, resumableSize } from '#tests/support/browser/resumable-early.ts'
import { expect, test } from '#tests/support/browser/site.ts'
import { startServerProcess } from '#tests/support/server/server-process.ts'
import { onlyInThoroughRun } from '#tests/support/server/thoroughness.ts'
import { openRelay } from '#tests/support/services/relay.ts'
import { readZip } from '#tests/support/transfers/read-zip.ts'
import { resultOf } from '#tests/support/transfers/resumable-uploads.ts'

let root: string
/** A file that is just large enough to be sent in chunks. */
let path: string
test.beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'restante-large-'))
  path = await write('film.bin', resumableSize)
})
test.afterAll(() => rm(root, { recursive: true, force: true }))

/** Writes random bytes below the root and gives the path. */
async function write(name: string, size: number): Promise<string> {
  const path = join(root, name)
  await mkdir(join(path, '..'), { recursive: true })
  await writeFile(path, randomBytes(size))
  return path
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk)
  return hash.digest('hex')
}

/** The uploads that a server is taking bytes for. */
function locksIn(dataDir: string) {
  const database = new DatabaseSync(join(dataDir, 'restante.sqlite'), { timeout: 5000 })
  const locks = database.prepare("select name from locks where name like 'upload:%'").all()
  database.close()
  return locks
}

test('after a reload in the middle the same file goes on where it was', async ({ site }) => {
  // The download page finds out that the file has gone with its download.
  site.expected.push(/status of 410/)
  const page = await site.person({ acceptDownloads: true })
  await resumableEarly(page)
  page.on('dialog', (dialog) => void dialog.accept())
  await choose(page, path)
  await page.getByRole('textbox', { name: 'Message from sender' }).fill('as agreed')
  await page.getByRole('switch', { name: 'Delete after download' }).check()
  await slowDown(page, 1.5)
  await startTo(page, 40)
  await page.reload()
  await slowDown(page, -1)
  // The home page reminds of it by its name.
  await expect(page.getByRole('complementary', { name: 'Stopped upload' })).toHaveText(
    /^film\.bin stopped at [1-9]\d%\. Choose it again to continue\.$/,
  )
  await add(page, 'Select Files', [path])
  await expect(page.getByRole('heading', { name: 'Continue this upload?' })).toBeVisible({
    timeout: 15_000,
  })
  const text = await page.getByText(/stopped at \d+%/).textContent()
  expect(Number(/(\d+)%/.exec(text ?? '')?.[1])).toBeGreaterThan(20)
  await expect(page.getByRole('form', { name: 'Upload options' })).toBeHidden()
  // At full speed it may be over before anyone looks at its progress.
  const goingOn = page.waitForRequest((request) => request.method() === 'PATCH')
  await page.getByRole('button', { name: 'Continue upload' }).click()
  const { 'upload-offset': offset } = await (await goingOn).allHeaders()
  expect(Number(offset)).toBeGreaterThan(resumableSize / 5)
  const { link } = await linksOf(page)
  await expect(page.getByText('Deleted', { exact: true })).toBeVisible()
  const { path: arrived } = await download(page, link)
  expect(await hashOf(arrived)).toBe(await hashOf(path))
})

test('a folder goes on in a new tab, wherever it was picked from', onlyInThoroughRun, async ({ site }) => {
  for (const name of ['trip/a.bin', 'trip/day 1/b.bin']) await write(name, resumableSize / 2 + 1)
  const page = await site.person({ acceptDownloads: true })
  await resumableEarly(page)
  await page.goto('/')
  await add(page, 'Select Folder', join(root, 'trip'))
  await page.getByRole('textbox', { name: 'File password' }).fill('correct-horse')
  await slowDown(page, 1.5)
  await startTo(page, 40)
  const kept = await page.evaluate(() => JSON.stringify(localStorage))
  // Only the name of the folder, to remind of it by.
  expect(kept).toContain('trip')
  for (const secret of ['correct-horse', 'b.bin']) expect(kept).not.toContain(secret)
  const other = await page.context().newPage()
  await page.close()
  other.on('filechooser', () => {})
  await other.goto('/')
  await add(other, 'Select Folder', join(root, 'trip'))
  await other.getByRole('button', { name: 'Continue upload' }).click()
  const { link } = await linksOf(other)
  await expect(other.getByText('Required', { exact: true })).toBeVisible()
  await other.goto(link)
  const arriving = other.waitForEvent('download')
  await other.getByRole('textbox', { name: 'File password' }).fill('correct-horse')
  await downloadButton(other).click()
  const members = readZip(await readFile(await (await arriving).path()))
  expect(members.map(({ path }) => path).toSorted()).toEqual(['trip/a.bin', 'trip/day 1/b.bin'])
  for (const { path, content } of members)
    expect(createHash('sha256').update(content).digest('hex')).toBe(await hashOf(join(root, path)))
})

test(
  'through a connection that is cut again and again, and an upgrade of the server',
  onlyInThoroughRun,
  async ({ site }) => {
    site.expected.push(/ERR_/, /status of (404|409|423|50\d)/)
    await using relay = await openRelay()
    site.expected.push(new RegExp(relay.origin))
    const dataDir = await mkdtemp(join(tmpdir(), 'restante-restarted-'))
    const environment = { PUBLIC_URL: relay.origin, LOG_LEVEL: 'warn' }
    let server = await startServerProcess(dataDir, environment)
    try {
      relay.leadTo(server.baseUrl)
      const page = await site.person({ acceptDownloads: true, baseURL: relay.origin })
      await resumableEarly(page)
      // Nobody answers until the line leads somewhere again.
      const breakOff = async () => {
        relay.leadTo('http://127.0.0.1:9')
        relay.cut()
        await expect(page.getByText('Connection lost.').first()).toBeVisible()
      }
      await choose(page, path)
      await slowDown(page, 2.5)
      await startTo(page, 15)
      await breakOff()
      relay.leadTo(server.baseUrl)
      await goTo(page, 30)
      await breakOff()
      // A lock that it held would fall half a minute later.
      await expect.poll(() => locksIn(dataDir)).toEqual([])
      server.child.kill('SIGKILL')
      await server.exited
      server = await startServerProcess(dataDir, environment)
      const bringBack = await upgradeApp(page)
      relay.leadTo(server.baseUrl)
      await goTo(page, 60)
      relay.cut()
      const { link } = await linksOf(page)
      await bringBack()
      const { path: arrived } = await download(page, link)
      expect(await hashOf(arrived)).toBe(await hashOf(path))
    } finally {
      server.child.kill('SIGTERM')
      await server.exited
      await rm(dataDir, { recursive: true, force: true })
    }
  },
)

test(
  'where something between refuses such uploads, the streaming call takes the file',
  onlyInThoroughRun,
  async ({ site }) => {
    site.expected.push(/status of 405/)
    const page = await site.person()
    await resumableEarly(page)
    await choose(page, path)
    await page.route('**/api/files/resumable', (route) =>
      route.fulfill({ status: 405, contentType: 'text/html', body: '<h1>Method Not Allowed</h1>' }),
    )
    const streamed = page.waitForRequest('**/api/files/upload-stream')
    await send(page)
    expect((await streamed).method()).toBe('POST')
    expect(await page.evaluate(() => localStorage.getItem('restante.uploads'))).toBe(null)
  },
)

test(
  'a proxy that finds nothing for a moment takes nothing from an upload',
  onlyInThoroughRun,
  async ({ site }) => {
    site.expected.push(/status of 40[49]/)
    const page = await site.person()
    await resumableEarly(page)
    await choose(page, path)
    const missing: string[] = []
    await page.route(
      '**/api/files/resumable/**',
      (route) => {
        missing.push(route.request().method())
        return route.fulfill({ status: 404, contentType: 'text/html', body: '<h1>Not Found</h1>' })
      },
      { times: 3 },
    )
    await send(page)
    expect(missing, 'its bytes, its result, its offset').toEqual(['PATCH', 'GET', 'HEAD'])
  },
)

for (const part of ['resumable-transfer', 'browser', 'upload-lock']) {
  test(
    `where the part ${part} of the app cannot be fetched, the streaming call takes the file`,
    onlyInThoroughRun,
    async ({ site }) => {
      site.expected.push(/Failed to load resource/)
      const page = await site.person()
      await resumableEarly(page)
      await page.goto('/')
      await page.route(new RegExp(`assets/${part}-`), (route) => route.fulfill({ status: 404, body: '' }))
      await add(page, 'Select Files', [path])
      const streamed = page.waitForRequest('**/api/files/upload-stream')
      await send(page)
      expect((await streamed).method()).toBe('POST')
    },
  )
}

test(
  'starting over throws away what was sent, and asks for the options again',
  onlyInThoroughRun,
  async ({ site }) => {
    const page = await site.person()
    await resumableEarly(page)
    page.on('dialog', (dialog) => void dialog.accept())
    await choose(page, path)
    await slowDown(page, 3)
    await startTo(page, 30)
    await page.reload()
    await add(page, 'Select Files', [path])
    const gone = page.waitForRequest((request) => request.method() === 'DELETE')
    await page.getByRole('button', { name: 'Start over' }).click()
    expect((await (await gone).response())?.status()).toBe(204)
    await expect(page.getByRole('radio', { name: 'Get a link' })).toBeFocused()
    await page.reload()
    await add(page, 'Select Files', [path])
    await expect(sendButton(page)).toBeVisible()
    expect(await page.evaluate(() => localStorage.length)).toBe(0)
    await expect(page.getByRole('button', { name: 'Continue upload' })).toBeHidden()
  },
)

test('Cancel throws the upload away; nothing is left to go on with', async ({ site }) => {
  const page = await site.person()
  await resumableEarly(page)
  await choose(page, path)
  await slowDown(page, 1.5)
  await startTo(page, 10)
  const gone = page.waitForRequest((request) => request.method() === 'DELETE')
  page.once('dialog', (question) => {
    expect(question.message()).toMatch(
      /^Cancel this upload\? The [\d.]+\sMB uploaded so far will be deleted\.$/,
    )
    void question.dismiss()
  })
  await page.getByRole('button', { name: 'Cancel upload' }).click()
  await expect(page.getByRole('progressbar')).toBeVisible()
  await cancelUpload(page)
  expect((await (await gone).response())?.status()).toBe(204)
  await expect(sendButton(page)).toBeFocused()
  expect(await page.evaluate(() => localStorage.length)).toBe(0)
})

test(
  'what a guest began and an account goes on with is managed by its manage link, and nobody has opened it yet',
  onlyInThoroughRun,
  async ({ site }) => {
    const page = await site.person()
    await resumableEarly(page)
    page.on('dialog', (dialog) => void dialog.accept())
    await choose(page, path)
    await slowDown(page, 1.5)
    await startTo(page, 40)
    await signUp(page)
    await page.goto('/')
    await slowDown(page, -1)
    await add(page, 'Select Files', [path])
    await page.getByRole('button', { name: 'Continue upload' }).click()
    await linksOf(page)
    await expect(page.getByRole('textbox', { name: 'Manage link' })).toBeVisible()
    await page.getByRole('main').getByRole('link', { name: 'Manage' }).click()
    await expect(page.getByRole('heading', { name: 'film.bin', level: 1 })).toBeVisible()
    await expect(page.getByText('1 link, not opened yet')).toBeVisible()
  },
)

test('an upload that goes on in another tab is not offered', onlyInThoroughRun, async ({ site }) => {
  const page = await site.person()
  await resumableEarly(page)
  await choose(page, path)
  await slowDown(page, 3)
  await startTo(page, 20)
  const other = await page.context().newPage()
  other.on('filechooser', () => {})
  await choose(other, path)
  await page.bringToFront()
  await slowDown(page, -1)
  const { link } = await linksOf(page)
  expect(link).toContain('/download/')
  await expect(other.getByRole('button', { name: 'Continue upload' })).toBeHidden()
})

test("a file sent by Uppy's tus plugin becomes a transfer", onlyInThoroughRun, async ({ site }) => {
  const page = await site.person()
  await page.addInitScript(await bundleUppy())
  await page.goto('/')
  // With a slash at its end, as Uppy's own examples write the address.
  const url = await page.evaluate(() => uppyPage.sendWithUppy('/api/files/resumable/', 'Straße.txt', 'hello'))
  expect(url).toMatch(/\/api\/files\/resumable\/[\w-]{22}$/)
  const { file } = await resultOf({ client: createClient({ baseUrl: site.origin }) }, url)
  expect([file.filename, file.size]).toEqual(['Straße.txt', 5])
})
