import { writeFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { ownAddress, signUp, tokenOf } from '#tests/support/accounts/people.ts'
import { lockFile, makeKey } from '#tests/support/browser/pages/own-keys.ts'
import { resumableEarly, resumableSize } from '#tests/support/browser/resumable-early.ts'
import { expect, test } from '#tests/support/browser/site.ts'
import { onlyInThoroughRun } from '#tests/support/server/thoroughness.ts'
import { anyone, managed, sendTransfer } from '#tests/support/transfers/managed-transfers.ts'
import { keyPassword } from '#tests/support/transfers/quantum-files.ts'

const MIB = 1024 ** 2
type FileToAdd = Parameters<ReturnType<Page['locator']>['setInputFiles']>[0]

/** Picks a file in the dialog of the manage page that is open. */
async function pick(page: Page, file: FileToAdd): Promise<void> {
  await page.locator('summary', { has: page.getByRole('heading', { name: 'Files' }) }).click()
  await page.getByRole('button', { name: 'Add a file' }).click()
  await page.getByRole('dialog').locator('input[type=file]').setInputFiles(file)
}

async function add(page: Page): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: 'Add file', exact: true }).click()
}

async function openManaged(page: Page, origin: string) {
  const sent = await sendTransfer({ baseUrl: origin }, Buffer.from('a few words'))
  await page.goto(`/manage/${sent.linkId}#${sent.token}`)
  await expect(page.getByRole('heading', { name: 'plan.txt', level: 1 })).toBeVisible()
  return sent
}

const words = { name: 'two.txt', mimeType: 'text/plain', buffer: Buffer.from('2') }
const large = (name: string) => ({ name, mimeType: '', buffer: Buffer.alloc(resumableSize, 'not nothing ') })

test('a file is added to a transfer that was renamed elsewhere meanwhile', async ({ site }) => {
  const page = await site.person()
  const sent = await openManaged(page, site.origin)
  await pick(page, words)
  const { ref, headers } = sent
  const body = { title: 'Plans' }
  await anyone({ baseUrl: site.origin }).call('updateTransfer', { params: { ref }, headers, body })
  await add(page)
  await expect(page.getByText('two.txt was added.').first()).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Plans', level: 1 })).toBeVisible()
})

test('a large file is added in chunks, through a lost connection', onlyInThoroughRun, async ({ site }) => {
  site.expected.push(/Failed to load resource|ERR_FAILED/)
  const page = await site.person()
  await resumableEarly(page)
  const sent = await openManaged(page, site.origin)
  await pick(page, large('large.bin'))
  let lost = 0
  await page.route('**/api/files/resumable/*', (route) => {
    if (route.request().method() !== 'PATCH' || lost > 0) return route.continue()
    lost += 1
    return route.abort('failed')
  })
  await add(page)
  await expect(page.getByText('large.bin was added.').first()).toBeVisible()
  expect(lost).toBe(1)
  const { files } = await managed({ baseUrl: site.origin }, sent)
  expect(files.map(({ filename, size }) => [filename, size])).toEqual([
    ['plan.txt', 11],
    ['large.bin', resumableSize],
  ])
})

test(
  'where nothing gets through in chunks a large file is added at once',
  onlyInThoroughRun,
  async ({ site }) => {
    site.expected.push(/status of 404/)
    const page = await site.person()
    await resumableEarly(page)
    await openManaged(page, site.origin)
    await pick(page, large('large.bin'))
    await page.route('**/api/files/resumable', (route) =>
      route.fulfill({ status: 404, body: 'no such page' }),
    )
    await add(page)
    await expect(page.getByText('large.bin was added.').first()).toBeVisible()
  },
)

test(
  'a large file that is being added is taken off the server when its dialog is closed',
  onlyInThoroughRun,
  async ({ site }) => {
    const page = await site.person()
    await resumableEarly(page)
    await openManaged(page, site.origin)
    await pick(page, large('large.bin'))
    const begun = page.waitForRequest((request) => request.method() === 'PATCH')
    await page.route('**/api/files/resumable/*', async (route) => {
      // Its bytes never arrive.
      if (route.request().method() !== 'PATCH') await route.continue()
    })
    await add(page)
    await begun
    const removed = page.waitForResponse((answer) => answer.request().method() === 'DELETE')
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    expect((await removed).status()).toBe(204)
  },
)

test(
  'a file is added to a transfer that is locked to a key, with the password of the key',
  onlyInThoroughRun,
  async ({ site }) => {
    site.expected.push(/status of 40[013]/)
    const page = await site.person(ownAddress())
    await signUp(page)
    await makeKey(page)
    await lockFile(page, Buffer.from('secret'), { name: 'plan.txt' })
    const headers = { authorization: `Bearer ${await tokenOf(page)}` }
    const { files } = await (await page.request.get('/api/files/user/files', { headers })).json()
    await page.goto(`/portal/files/${files[0].ref}`)
    await pick(page, words)
    const dialog = page.getByRole('dialog')
    const field = dialog.getByLabel('Key password', { exact: true })
    await add(page)
    await expect(dialog.getByText('Enter a password.')).toBeVisible()
    await field.fill('not the password')
    await add(page)
    await expect(dialog.getByRole('alert')).toContainText('Invalid key password.')
    await field.fill(keyPassword)
    await add(page)
    await expect(page.getByText('two.txt was added.').first()).toBeVisible()
  },
)

test.describe('through an upload origin', () => {
  test.use({ environment: async ({ relay }, use) => use({ UPLOAD_ORIGIN: relay.origin }) })

  test(
    'a large file that is added later goes to the upload origin',
    onlyInThoroughRun,
    async ({ site, relay }, info) => {
      site.expected.push(new RegExp(`^request to ${relay.origin}$`))
      relay.leadTo(site.origin)
      const page = await site.person()
      for (const [size, call] of [
        [96 * MIB, '/api/transfers/*/files'],
        [101 * MIB, '/api/files/resumable'],
      ] as const) {
        await openManaged(page, site.origin)
        const path = info.outputPath('large.bin')
        await writeFile(path, Buffer.alloc(size, 'not nothing '))
        await pick(page, path)
        const sent = page.waitForRequest(`${relay.origin}${call}`)
        await add(page)
        expect((await sent).method()).toBe('POST')
        await expect(page.getByText('large.bin was added.').first()).toBeVisible({ timeout: 30_000 })
      }
    },
  )
})
