import type { Page } from '@playwright/test'
import { nodePrimitives } from '#end-to-end/drivers/node.ts'
import { linkFragment } from '#end-to-end/format/link-key.ts'
import { isFine } from '#tests/support/browser/checks/is-fine.ts'
import { recordRequests } from '#tests/support/browser/network/record-requests.ts'
import { expect, test } from '#tests/support/browser/site.ts'
import { seal, uploadSealed } from '#tests/support/transfers/sealed/sealed-transfers.ts'

test.use({ environment: { END_TO_END: 'all' } })

const canary = 'canary-7f3a'
const text = `${canary}\n<b>4417</b>`

test('a text is shown after a click alone, as it was typed', async ({ site }) => {
  const sealed = await seal([], { text })
  const { file } = await uploadSealed({ baseUrl: site.origin }, sealed)
  const page = await site.person()
  await page.goto(`${file.downloadUrl}#${await linkFragment(nodePrimitives, sealed.linkKey)}`)
  const show = page.getByRole('button', { name: 'Show the text' })
  await expect(show).toBeVisible()
  await expect(page.getByText(canary)).toHaveCount(0)
  await show.click()
  await expect(page.getByText(text)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Download', exact: true })).toHaveCount(0)
  await isFine(page, 'a text that is shown')
})

test('a text is written in place of files, shown once and deleted then', async ({ site }) => {
  const sender = await site.person()
  const sent = recordRequests(sender)
  await sender.goto('/')
  await sender.getByRole('button', { name: 'Write a text instead' }).click()
  const create = sender.getByRole('button', { name: 'Create link' })
  await expect(sender.getByLabel('Your text')).toBeFocused()
  await expect(create).toBeDisabled()
  await sender.getByLabel('Your text').fill(text)
  await expect(sender.getByRole('radio', { name: 'Send by email' })).toHaveCount(0)
  await expect(sender.getByRole('switch', { name: 'End-to-end encrypted' })).toHaveCount(0)
  await sender.getByRole('switch', { name: 'Show once, then delete' }).check()
  await isFine(sender, 'a text that is written')
  const upload = await holdUpload(sender)
  await create.click()
  await upload.asked
  // Nothing of it is stored in the browser of its sender either.
  expect(await storedText(sender)).not.toContain(canary)
  upload.release()
  const link = await sender.getByLabel('Share link').inputValue()
  expect(sent.text()).not.toContain(canary)

  const page = await site.person()
  await page.goto(link)
  await expect(page.getByText('You can open it once. Then it’s deleted.')).toBeVisible()
  site.expected.push(/Failed to load resource.*410/)
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await expect(page.getByText(text)).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  const ended = page.getByText(/^Opened at \d\d:\d\d and deleted\. It stays on this page until you leave\.$/)
  await expect(ended).toBeVisible()
  await expect(page.getByRole('button', { name: 'Hide' })).toHaveCount(0)
  await isFine(page, 'a text that is shown once')
  // A tab that was in the background meanwhile still shows it.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(page.getByText(text)).toBeVisible()
  const late = await site.person()
  await late.goto(link)
  await expect(late.getByRole('heading', { level: 1 })).toHaveText('File Not Available')
})

test('a text that was typed is not lost without a question', async ({ site }) => {
  const page = await site.person()
  const questions: string[] = []
  page.on('dialog', (dialog) => {
    questions.push(dialog.type())
    void dialog.dismiss()
  })
  await page.goto('/')
  await page.getByRole('button', { name: 'Write a text instead' }).click()
  const field = page.getByLabel('Your text')
  await field.fill(text)
  // Another page of the app leaves it where it is.
  await page.getByRole('link', { name: 'Privacy' }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Privacy')
  await page.close({ runBeforeUnload: true })
  await expect.poll(() => questions).toEqual(['beforeunload'])
  await page.goBack()
  await expect(field).toHaveValue(text)
  const instead = page.getByRole('button', { name: 'Send files instead' })
  await instead.click()
  const dialog = page.getByRole('dialog', { name: 'Discard this text?' })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(field).toHaveValue(text)
  await instead.click()
  await dialog.getByRole('button', { name: 'Discard text' }).click()
  await expect(page.getByRole('button', { name: 'Select Files' })).toBeFocused()
  await page.getByRole('button', { name: 'Write a text instead' }).click()
  await expect(field).toHaveValue('')
  await field.fill('x'.repeat(1024 * 1024 - 20 * 1024))
  await expect(page.getByText('20 KB left.')).toBeVisible()
  await field.fill('x'.repeat(1024 * 1024 + 1))
  await expect(page.getByRole('alert')).toHaveText('This text is longer than 1 MB. Send it as a file.')
  await expect(page.getByRole('button', { name: 'Create link' })).toBeDisabled()
})

/** Keeps what is sent from the server until it is released. */
async function holdUpload(page: Page): Promise<{ asked: Promise<void>; release: () => void }> {
  const [asked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await page.route('**/api/files/upload*', async (route) => {
    asked.resolve()
    await released.promise
    await route.continue()
  })
  return { asked: asked.promise, release: released.resolve }
}

/** Everything that pages of the site have stored in a browser. */
function storedText(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const rows: unknown[] = [{ ...localStorage }, { ...sessionStorage }]
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const asked = indexedDB.open(name)
        asked.onsuccess = () => resolve(asked.result)
        asked.onerror = () => reject(asked.error)
      })
      for (const store of database.objectStoreNames)
        rows.push(
          await new Promise((resolve, reject) => {
            const asked = database.transaction(store).objectStore(store).getAll()
            asked.onsuccess = () => resolve(asked.result)
            asked.onerror = () => reject(asked.error)
          }),
        )
      database.close()
    }
    return JSON.stringify(rows, (_, value) =>
      value instanceof Uint8Array ? new TextDecoder('latin1').decode(value) : value,
    )
  })
}
