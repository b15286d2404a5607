import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { UploadReply } from '#contract/transfers/files.ts'
import { signUp } from '#tests/support/accounts/people.ts'
import { isClean, isFineInThoroughRun } from '#tests/support/browser/checks/is-fine.ts'
import { goTo, percentOf, slowDown } from '#tests/support/browser/network/slow-upload.ts'
import {
  add,
  cancelUpload,
  choose,
  download,
  linksOf,
  send,
  sendButton,
  smallFile,
} from '#tests/support/browser/pages/home.ts'
import { resumableEarly, resumableSize } from '#tests/support/browser/resumable-early.ts'
import { expect, test } from '#tests/support/browser/site.ts'
import { inThoroughRun, onlyInThoroughRun } from '#tests/support/server/thoroughness.ts'

let root: string
/** A file that is just large enough to be sent in chunks. */
let path: string
test.beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'restante-elsewhere-'))
  path = join(root, 'film.bin')
  await writeFile(path, randomBytes(resumableSize))
})
test.afterAll(() => rm(root, { recursive: true, force: true }))

const bar = (page: Page) => page.getByRole('complementary', { name: 'Your upload' })

function follow(page: Page, name: string) {
  return page.getByRole('contentinfo').getByRole('link', { name }).click()
}

test(
  'an upload goes on while other pages are looked at, and a bar leads back to it',
  inThoroughRun,
  async ({ site }) => {
    const page = await site.person()
    await resumableEarly(page)
    await choose(page, path)
    await slowDown(page, 0.7)
    await sendButton(page).click()
    await goTo(page, 2)
    await follow(page, 'Terms')
    await expect(page.getByRole('heading', { level: 1, name: 'Terms of service' })).toBeVisible()
    await expect(bar(page)).toContainText('Uploading 1 file')
    await isFineInThoroughRun(page, 'an upload elsewhere')
    await goTo(page, (await percentOf(page)) + 5)
    await bar(page).getByRole('link').click()
    await expect(page).toHaveURL(`${site.origin}/`)
    await expect(bar(page)).toBeHidden()
    await goTo(page, (await percentOf(page)) + 1)
    await follow(page, 'Terms')
    await slowDown(page, -1)
    await expect(bar(page)).toContainText('Your link is ready', { timeout: 30_000 })
    await bar(page).getByRole('button', { name: 'Dismiss' }).click()
    await expect(bar(page)).toBeHidden()
    await page.goBack()
    const { link } = await linksOf(page)
    expect((await download(page, link)).name).toBe('film.bin')
  },
)

test(
  'an upload can be paused and continued, here and on other pages',
  onlyInThoroughRun,
  async ({ site }) => {
    const page = await site.person()
    await resumableEarly(page)
    await choose(page, path)
    await slowDown(page, 2.5)
    await sendButton(page).click()
    await goTo(page, 10)
    await page.getByRole('button', { name: 'Pause' }).click()
    const resume = page.getByRole('button', { name: 'Resume' })
    await expect(resume).toBeFocused()
    await expect(page.getByRole('main').getByText('Paused', { exact: true })).toBeVisible()
    await isClean(page, 'paused')
    const reached = await percentOf(page)
    await follow(page, 'Pricing')
    await expect(bar(page)).toContainText('Paused')
    expect(await percentOf(page)).toBe(reached)
    const continued = page.waitForRequest((request) => request.method() === 'PATCH')
    await bar(page).getByRole('button', { name: 'Resume upload' }).click()
    expect(Number((await continued).headers()['upload-offset'])).toBeGreaterThan(0)
    await slowDown(page, -1)
    await bar(page).getByRole('link').click()
    const { link } = await linksOf(page)
    expect((await download(page, link)).name).toBe('film.bin')
  },
)

test('what is sent in one go cannot be paused', onlyInThoroughRun, async ({ site }) => {
  const page = await site.person()
  await choose(page, smallFile())
  await site.freeze(page)
  await sendButton(page).click()
  await expect(page.getByRole('progressbar')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Pause' })).toBeHidden()
  site.thaw()
  await linksOf(page)
})

test('a paused upload that is cancelled is taken off the server', onlyInThoroughRun, async ({ site }) => {
  const page = await site.person()
  await resumableEarly(page)
  await choose(page, path)
  await slowDown(page, 2.5)
  await sendButton(page).click()
  await goTo(page, 10)
  await page.getByRole('button', { name: 'Pause' }).click()
  const gone = page.waitForRequest((request) => request.method() === 'DELETE')
  await cancelUpload(page)
  expect((await (await gone).response())?.status()).toBe(204)
  await expect(sendButton(page)).toBeFocused()
  expect(await page.evaluate(() => localStorage.length)).toBe(0)
})

test('Back and closing the tab ask first while an upload is running', onlyInThoroughRun, async ({ site }) => {
  const page = await site.person()
  await resumableEarly(page)
  await page.goto('/terms')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Upload' }).click()
  await add(page, 'Select Files', [path])
  await slowDown(page, 0.7)
  await sendButton(page).click()
  await expect(page.getByRole('progressbar')).toBeVisible()
  const questions: string[] = []
  let stay = true
  page.on('dialog', (dialog) => {
    questions.push(dialog.type())
    void (stay ? dialog.dismiss() : dialog.accept())
  })
  await page.evaluate(() => history.back())
  await expect.poll(() => questions).toEqual(['confirm'])
  await expect(page).toHaveURL(`${site.origin}/`)
  await expect(page.getByRole('progressbar')).toBeVisible()
  await page.close({ runBeforeUnload: true })
  await expect.poll(() => questions).toEqual(['confirm', 'beforeunload'])
  stay = false
  await page.evaluate(() => history.back())
  await expect(page).toHaveURL(/\/terms$/)
  await expect(bar(page)).toContainText('Uploading 1 file')
  await page.evaluate(() => history.forward())
  await page.getByRole('button', { name: 'Cancel upload' }).click()
  await expect(sendButton(page)).toBeVisible()
  await page.evaluate(() => history.back())
  await expect(page).toHaveURL(/\/terms$/)
  expect(questions.slice(0, 3)).toEqual(['confirm', 'beforeunload', 'confirm'])
})

test(
  'the links outlive other pages and a reload, until they are put away',
  onlyInThoroughRun,
  async ({ site }) => {
    const page = await site.person()
    await choose(page, smallFile())
    const sent = await send(page)
    await follow(page, 'Pricing')
    await expect(page.getByRole('heading', { level: 1, name: 'Pricing' })).toBeVisible()
    await page.goBack()
    expect(await linksOf(page)).toEqual(sent)
    await page.reload()
    expect(await linksOf(page)).toEqual(sent)
    await page.goto('/terms')
    await expect(bar(page)).toContainText('Your link is ready')
    await isClean(page, 'a link elsewhere')
    await bar(page).getByRole('link').click()
    expect(await linksOf(page)).toEqual(sent)
    await page.getByRole('button', { name: 'Upload Another File' }).click()
    await page.reload()
    await expect(page.getByRole('button', { name: 'Select Files' })).toBeVisible()
    expect(await page.evaluate(() => sessionStorage.getItem('restante.sent'))).toBeNull()
  },
)

test(
  'who signs out leaves no links behind for the next at this browser',
  onlyInThoroughRun,
  async ({ site }) => {
    const page = await site.person()
    await signUp(page)
    await choose(page, smallFile())
    await send(page)
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page.getByRole('button', { name: 'Select Files' })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('button', { name: 'Select Files' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Your link is ready.' })).toBeHidden()
  },
)

/** Leaves the app and comes back, as a tab whose page the browser has put away. */
async function comeBack(page: Page): Promise<void> {
  await page.goto('/robots.txt')
  await page.goto('/')
}

test(
  'who signs out in another tab leaves no links behind where no page was open',
  onlyInThoroughRun,
  async ({ site }) => {
    const page = await site.person()
    const other = await page.context().newPage()
    for (const next of ['a guest', 'another account']) {
      await signUp(page)
      await choose(page, smallFile())
      const sent = await send(page)
      await comeBack(page)
      expect(await linksOf(page), 'as long as they are signed in').toEqual(sent)
      await page.goto('/robots.txt')
      await other.goto('/')
      await other.getByRole('button', { name: 'Logout' }).click()
      await expect(other.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()
      if (next === 'another account') await signUp(other)
      await page.goto('/')
      await expect(page.getByRole('button', { name: 'Select Files' }), next).toBeVisible()
      await expect(page.getByRole('heading', { name: 'Your link is ready.' })).toBeHidden()
      expect(await page.evaluate(() => sessionStorage.getItem('restante.sent')), next).toBeNull()
    }
  },
)

test('a session that ends by itself takes no links away', onlyInThoroughRun, async ({ site }) => {
  site.expected.push(/status of 401/)
  const page = await site.person()
  await signUp(page)
  await choose(page, smallFile())
  const sent = await send(page)
  const data = { refreshToken: await page.evaluate(() => localStorage.getItem('refreshToken')) }
  expect((await page.request.post('/api/auth/logout', { data })).ok()).toBe(true)
  for (const time of ['when it is noticed', 'when it is known']) {
    await comeBack(page)
    await expect(page.getByRole('banner').getByRole('link', { name: 'Login' }), time).toBeVisible()
    expect(await linksOf(page), time).toEqual(sent)
  }
})

test(
  'who signs out while an upload runs leaves neither its links nor its manage link behind',
  onlyInThoroughRun,
  async ({ site }) => {
    const page = await site.person()
    await signUp(page)
    await choose(page, smallFile('secret.txt'))
    const answer = Promise.withResolvers<void>()
    const stored = Promise.withResolvers<void>()
    await page.route('**/api/files/upload', async (route) => {
      const response = await route.fetch()
      stored.resolve()
      await answer.promise
      await route.fulfill({ response })
    })
    await sendButton(page).click()
    await stored.promise
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page.getByText('Your upload continues and will appear in My Files.').first()).toBeVisible()
    answer.resolve()
    await expect(page.getByRole('button', { name: 'Select Files' })).toBeVisible()
    await expect(page.getByText('secret.txt')).toHaveCount(0)
    await page.reload()
    await expect(page.getByRole('button', { name: 'Select Files' })).toBeVisible()
    expect(
      await page.evaluate(() => [localStorage['restante.sentHere'], sessionStorage['restante.sent']]),
    ).toEqual([undefined, undefined])
  },
)

const end = {
  'on its manage page': async (page: Page, { manageUrl }: { manageUrl: string }) => {
    await page.goto(manageUrl)
    await page.getByRole('button', { name: 'End now' }).click()
    // The page itself begins with the link.
    await expect(bar(page)).toBeHidden()
    await page.getByRole('dialog').getByRole('button', { name: 'End now' }).click()
    await expect(page.getByRole('heading', { name: 'plan.txt has ended' })).toBeVisible()
  },
  'by its deletion link': async (page: Page, { deletion }: { deletion: string }) => {
    await page.goto(deletion)
    await expect(bar(page)).toContainText('Your link is ready')
    await page.getByRole('button', { name: 'Delete File' }).click()
    await expect(page.getByRole('heading', { name: 'File deleted' })).toBeVisible()
  },
} as const

for (const [where, endIt] of Object.entries(end))
  test(`what was sent and has ended ${where} is offered no more`, onlyInThoroughRun, async ({ site }) => {
    site.expected.push(/status of 410/)
    const page = await site.person()
    await choose(page, smallFile('plan.txt'))
    const { deletion } = await send(page)
    const manageUrl = await page.getByRole('textbox', { name: 'Manage link' }).inputValue()
    await endIt(page, { deletion, manageUrl })
    await expect(bar(page)).toBeHidden()
    await page.goto('/')
    await expect(page.getByRole('button', { name: 'Select Files' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Your link is ready.' })).toBeHidden()
  })

test('what was sent and is deleted in the portal is offered no more', onlyInThoroughRun, async ({ site }) => {
  site.expected.push(/status of 410/)
  const page = await site.person()
  await signUp(page)
  await choose(page, smallFile('plan.txt'))
  await send(page)
  await page.goto('/portal/files')
  await expect(bar(page)).toContainText('Your link is ready')
  await page.getByRole('button', { name: 'More actions for plan.txt' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete File' }).click()
  await expect(bar(page)).toBeHidden()
})

test(
  'a link that has stopped meanwhile is not called ready when its page is looked at again',
  onlyInThoroughRun,
  async ({ site }) => {
    site.expected.push(/status of (410|502)/)
    const page = await site.person()
    const lookAgain = () => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await choose(page, smallFile('plan.txt'))
    const answer = page.waitForResponse('**/api/files/upload')
    const { deletion } = await send(page)
    const { transfer, file, manageUrl }: UploadReply = await (await answer).json()
    const ready = page.getByRole('heading', { name: 'Your link is ready.' })

    const unanswered = page.waitForResponse('**/api/transfers/*/manage')
    await page.route('**/api/transfers/*/manage', (route) => route.fulfill({ status: 502, body: 'no' }))
    await lookAgain()
    await (await unanswered).finished()
    await expect(ready).toBeVisible()
    await page.unroute('**/api/transfers/*/manage')

    const link = `/api/transfers/${transfer.ref}/links/${file.id}`
    const revoked = await page.request.delete(link, {
      headers: { 'x-manage-token': new URL(manageUrl).hash.slice(1) },
    })
    expect(revoked.status(), await revoked.text()).toBe(200)
    await lookAgain()
    await expect(page.getByRole('heading', { name: 'Your link no longer works.' })).toBeFocused()
    await isClean(page, 'a link that has stopped')
    await page.getByRole('main').getByRole('link', { name: 'Manage' }).click()
    await expect(page.getByText('Main link no longer works.')).toBeVisible()
    await expect(bar(page)).toBeHidden()
    await page.goBack()
    await expect(page.getByRole('heading', { name: 'Your link no longer works.' })).toBeVisible()

    const headers = { 'x-deletion-token': new URL(deletion).hash.slice(1) }
    expect((await page.request.delete(`/api/files/${file.id}`, { headers })).status()).toBe(200)
    await lookAgain()
    await expect(page.getByRole('heading', { name: 'File deleted' })).toBeFocused()
    await page.reload()
    await expect(page.getByRole('button', { name: 'Select Files' })).toBeVisible()
  },
)

test(
  'what has ended since is not offered when the tab comes back to its page',
  onlyInThoroughRun,
  async ({ site }) => {
    site.expected.push(/status of 410/)
    const page = await site.person()
    await choose(page, smallFile('plan.txt'))
    const { deletion } = await send(page)
    const { pathname, hash } = new URL(deletion)
    const id = pathname.split('/').at(-1)
    const headers = { 'x-deletion-token': hash.slice(1) }
    expect((await page.request.delete(`/api/files/${id}`, { headers })).status()).toBe(200)
    await page.clock.install({ time: Date.now() + 2 * 60_000 })
    await page.goto('/')
    await expect(page.getByRole('heading', { name: 'File deleted' })).toBeVisible()
  },
)

test('a selection and what was chosen for it are there again after another page', async ({ site }) => {
  const page = await site.person()
  await choose(page, smallFile('first.txt'))
  await page.getByRole('textbox', { name: 'Message from sender' }).fill('as agreed')
  await follow(page, 'Pricing')
  await expect(page.getByRole('heading', { level: 1, name: 'Pricing' })).toBeVisible()
  await expect(bar(page)).toBeHidden()
  await page.goBack()
  await expect(page.getByText('first.txt')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Message from sender' })).toHaveValue('as agreed')
})

test(
  'an upload that fails while another page is looked at says so there, and is tried again from there',
  onlyInThoroughRun,
  async ({ site }) => {
    site.expected.push(/status of 507/)
    const page = await site.person()
    await choose(page, smallFile())
    const refuse = Promise.withResolvers<void>()
    await page.route('**/api/files/upload', async (route) => {
      await refuse.promise
      await route.fulfill({ status: 507, json: { success: false, code: 'STORAGE_FULL', message: 'Full.' } })
    })
    await sendButton(page).click()
    await follow(page, 'Pricing')
    await expect(bar(page)).toContainText('Uploading 1 file')
    refuse.resolve()
    await expect(bar(page)).toContainText(/Upload stopped at \d+%/)
    await page.unroute('**/api/files/upload')
    await bar(page).getByRole('button', { name: 'Resume' }).click()
    await expect(bar(page)).toContainText('Your link is ready')
  },
)

test(
  'what was taken out or chosen after a failure is never undone by Resume elsewhere',
  onlyInThoroughRun,
  async ({ site }) => {
    site.expected.push(/status of 507/)
    const page = await site.person()
    await choose(page, smallFile('keep.txt'), smallFile('private.txt'))
    await page.route('**/api/files/upload*', (route) =>
      route.fulfill({ status: 507, json: { success: false, code: 'STORAGE_FULL', message: 'Full.' } }),
    )
    const changes = [
      () => page.getByRole('button', { name: 'Remove private.txt' }).click(),
      () => page.getByRole('textbox', { name: 'Message from sender' }).fill('as agreed'),
    ]
    for (const change of changes) {
      await sendButton(page).click()
      await expect(page.getByRole('alert')).toBeVisible()
      await change()
      await expect(page.getByRole('alert')).toBeHidden()
      await follow(page, 'Terms')
      await expect(page.getByRole('heading', { level: 1, name: 'Terms of service' })).toBeVisible()
      await expect(bar(page)).toBeHidden()
      await page.goBack()
      await expect(sendButton(page)).toHaveText('Upload 1 file')
    }
  },
)

/** Drops a folder `trip` that is being read until the returned function is called. */
function dropSlowFolder(page: Page) {
  return page.evaluateHandle(() => {
    const transfer = new DataTransfer()
    transfer.items.add(new File(['inside'], 'inside.txt'))
    let give = () => {}
    const file: Partial<FileSystemFileEntry> = {
      isFile: true,
      isDirectory: false,
      name: 'inside.txt',
      fullPath: '/trip/inside.txt',
      file: (resolve) => resolve(new File(['inside'], 'inside.txt')),
    }
    let read = false
    const folder = {
      isFile: false,
      isDirectory: true,
      name: 'trip',
      fullPath: '/trip',
      createReader: () => ({
        readEntries(resolve: (entries: unknown[]) => void) {
          const entries = read ? [] : [file]
          if (read) return resolve(entries)
          read = true
          give = () => resolve(entries)
        },
      }),
    }
    DataTransferItem.prototype.webkitGetAsEntry = () => Object.assign({} as FileSystemEntry, folder)
    dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, cancelable: true }))
    return () => give()
  })
}

test(
  'a folder that is still being looked through is not left behind by Upload',
  onlyInThoroughRun,
  async ({ site }) => {
    const page = await site.person()
    await choose(page, smallFile('first.txt'))
    const folder = await dropSlowFolder(page)
    await expect(page.getByText('Reading the folder...').filter({ visible: true })).toBeVisible()
    await expect(sendButton(page)).toBeDisabled()
    await folder.evaluate((give) => give())
    await expect(sendButton(page)).toHaveText('Upload 2 files')
    await expect(sendButton(page)).toBeEnabled()
  },
)

test(
  'a folder that is still being looked through is not added for the next person',
  onlyInThoroughRun,
  async ({ site }) => {
    const page = await site.person()
    await signUp(page)
    await page.goto('/')
    await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Select Files' })).toBeVisible()
    const folder = await dropSlowFolder(page)
    const reading = page.getByText('Reading the folder...').filter({ visible: true })
    await expect(reading).toBeVisible()
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()
    await expect(reading).toBeHidden()
    await folder.evaluate((give) => give())
    // The selection of the next person comes after it, and alone.
    await add(page, 'Select Files', [smallFile('own.txt')])
    await expect(sendButton(page)).toHaveText('Upload 1 file')
    await expect(page.getByText('own.txt')).toBeVisible()
    await expect(page.getByText('trip')).toHaveCount(0)
  },
)
