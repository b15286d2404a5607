import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { nodePrimitives } from '#end-to-end/drivers/node.ts'
import { linkFragment } from '#end-to-end/format/link-key.ts'
import { type Desktop, startDesktop } from '#tests/support/browser/desktop/start-desktop.ts'
import { acceptanceOf } from '#tests/support/browser/pages/accepted-terms.ts'
import { startServerProcess } from '#tests/support/server/server-process.ts'
import { openRelay } from '#tests/support/services/relay.ts'
import { readZip } from '#tests/support/transfers/read-zip.ts'
import { forEveryone, seal, uploadSealed } from '#tests/support/transfers/sealed/sealed-transfers.ts'

const run = promisify(execFile)
/** Three parts. */
const content = randomBytes(40_000_000)
const folder = await mkdtemp(join(tmpdir(), 'restante-picker-'))
const saved = join(folder, 'saved')
const path = join(saved, 'film.bin')
const relay = await openRelay({ pace: 10_000_000 })
const environment = { ...forEveryone, PUBLIC_URL: relay.origin, LOG_LEVEL: 'warn' }
const start = () => startServerProcess(join(folder, 'data'), environment)
let server = await start()
let desktop: Desktop
let film: string

before(async () => {
  relay.leadTo(server.baseUrl)
  desktop = await startDesktop(folder)
  await desktop.context.addCookies(acceptanceOf(relay.origin))
  film = await linkTo([{ path: 'film.bin', bytes: content }])
})
beforeEach(async () => {
  await rm(saved, { recursive: true, force: true })
  await mkdir(saved)
})
after(async () => {
  await desktop[Symbol.asyncDispose]()
  server.child.kill('SIGTERM')
  await server.exited
  await relay[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

async function linkTo(files: Parameters<typeof seal>[0]): Promise<string> {
  const sealed = await seal(files)
  const { file } = await uploadSealed(server, sealed)
  return `${file.downloadUrl}#${await linkFragment(nodePrimitives, sealed.linkKey)}`
}

/** Opens a link, and closes its page at the end. */
async function open(link: string) {
  const page = await desktop.context.newPage()
  page.on('dialog', (dialog) => void dialog.accept())
  await page.goto(link)
  return { page, [Symbol.asyncDispose]: () => page.close() }
}

async function press(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click()
}

/** Begins to save the film, and waits until a third of it is there. */
async function begin(page: Page): Promise<void> {
  await press(page, 'Download')
  await desktop.saveDialog.save(path)
  const bar = page.getByRole('progressbar', { name: 'Progress of the download' })
  while (Number(await bar.getAttribute('aria-valuenow')) < 33) await pause(50)
}

async function expectWhole(page: Page): Promise<void> {
  await page.getByRole('heading', { name: /^All .+ arrived and were checked\.$/ }).waitFor()
}

/** Waits until nothing is left of what was begun. */
async function expectNothing(): Promise<void> {
  for (let tries = 0; tries < 50 && (await readdir(saved)).length > 0; tries += 1) await pause(100)
  assert.deepEqual(await readdir(saved), [])
}

test('a sealed file is saved where its receiver says, through cuts and a restart of the server', async () => {
  await using tab = await open(film)
  await begin(tab.page)
  relay.cut()
  await pause(500)
  server.child.kill('SIGKILL')
  await server.exited
  server = await start()
  relay.leadTo(server.baseUrl)
  await expectWhole(tab.page)
  assert.deepEqual(await readdir(saved), ['film.bin'])
  assert.ok((await readFile(path)).equals(content))
})

test('who closes the question where to save has nothing, and is asked again', async () => {
  await using tab = await open(film)
  await press(tab.page, 'Download')
  await desktop.saveDialog.cancel()
  await press(tab.page, 'Download')
  await desktop.saveDialog.cancel()
  assert.deepEqual(await readdir(saved), [])
})

for (const [how, end] of [
  ['is cancelled', (page: Page) => press(page, 'Cancel')],
  ['loses its tab', (page: Page) => page.close({ runBeforeUnload: true })],
  ['loses its page', async (page: Page) => void (await page.reload())],
] as const)
  test(`a sealed download that ${how} leaves nothing`, async () => {
    await using tab = await open(film)
    await begin(tab.page)
    assert.notDeepEqual(await readdir(saved), [])
    await end(tab.page)
    await expectNothing()
  })

test('a sealed file takes the place of another', async () => {
  await writeFile(path, 'an older one')
  await using tab = await open(film)
  await begin(tab.page)
  await expectWhole(tab.page)
  assert.ok((await readFile(path)).equals(content))
})

test('a browser that writes into no file that was taken away saves it as it saves others', async () => {
  await using tab = await open(film)
  await tab.page.evaluate(() => {
    FileSystemFileHandle.prototype.createWritable = () =>
      Promise.reject(new DOMException('', 'NotFoundError'))
  })
  const coming = tab.page.waitForEvent('download')
  await press(tab.page, 'Download')
  await desktop.saveDialog.save(path)
  assert.ok((await readFile(await (await coming).path())).equals(content))
  await expectWhole(tab.page)
  await expectNothing()
})

test('sealed files are saved together, and one of them alone', async () => {
  const files = ['a.txt', 'b.txt', 'c.txt'].map((name) => ({ path: name, bytes: Buffer.from(name) }))
  await using tab = await open(await linkTo(files))
  await press(tab.page, 'Download')
  await desktop.saveDialog.save(join(saved, 'all.zip'))
  await expectWhole(tab.page)
  const members = readZip(await readFile(join(saved, 'all.zip')))
  assert.deepEqual(
    members.map((member) => `${member.path} ${member.content}`),
    files.map(({ path: name }) => `${name} ${name}`),
  )
  await press(tab.page, 'Download b.txt')
  await desktop.saveDialog.save(join(saved, 'b.txt'))
  await expectWhole(tab.page)
  assert.equal(await readFile(join(saved, 'b.txt'), 'utf8'), 'b.txt')
})

const refusal = 'It couldn’t be saved there. The disk may be full, or the folder may be gone.'

test('a disk that is full is told, and keeps nothing', async (context) => {
  await run('mount', ['-t', 'tmpfs', '-o', 'size=20m', 'tmpfs', saved])
  context.after(() => run('umount', [saved]))
  await using tab = await open(film)
  await begin(tab.page)
  await tab.page.getByText(refusal).waitFor()
  await expectNothing()
})

test('a folder that goes meanwhile is told', async () => {
  await using tab = await open(film)
  await begin(tab.page)
  await rm(saved, { recursive: true })
  await tab.page.getByText(refusal).waitFor()
})
