import type { Page } from '@playwright/test'
import { isFine } from '#tests/support/browser/checks/is-fine.ts'
import { recordRequests } from '#tests/support/browser/network/record-requests.ts'
import { choose, send } from '#tests/support/browser/pages/home.ts'
import { expect, test } from '#tests/support/browser/site.ts'
import { inLongRun } from '#tests/support/server/thoroughness.ts'

test.use({ environment: { END_TO_END: 'all' } })

const notes = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('notes') }

/** Opens a link with a password as someone who has neither key nor password in this browser. */
async function openWith(page: Page, link: string, password: string): Promise<void> {
  await page.goto('/')
  await page.goto(link)
  await page.getByLabel('File password').fill(password)
  await page.getByRole('button', { name: 'Open', exact: true }).click()
}

test(
  'the password of a sealed transfer is set, changed and removed in the browser, with the key of this tab or one that is typed',
  inLongRun,
  async ({ site }) => {
    site.expected.push(/Failed to load resource.*403/)
    const sender = await site.person()
    await choose(sender, notes)
    await sender.getByRole('switch', { name: 'End-to-end encrypted' }).check()
    const { link } = await send(sender)
    const [, key = ''] = link.split('#k=')
    const sent = recordRequests(sender)
    await sender.getByRole('link', { name: 'Manage' }).click()
    const setting = sender.getByRole('region', { name: 'Password' })
    const dialog = sender.getByRole('dialog')
    await setting.getByRole('button', { name: 'Set password' }).click()
    // This tab has sealed it, and knows its key.
    await expect(dialog.getByLabel('Key', { exact: true })).toHaveCount(0)
    await dialog.getByLabel('New file password').fill('tulips at seven')
    await isFine(sender, 'a password that is set')
    await dialog.getByRole('button', { name: 'Set password' }).click()
    await expect(dialog).toBeHidden({ timeout: 30_000 })
    await expect(setting.getByRole('button', { name: 'Remove' })).toBeVisible()
    const receiver = await site.person()
    await openWith(receiver, link, 'roses at eight')
    await expect(receiver.getByRole('alert')).toHaveText('Invalid file password. Please try again.')
    await openWith(receiver, link, 'tulips at seven')
    await expect(receiver.getByRole('heading', { level: 1 })).toHaveText(notes.name)

    // Another browser has the manage link alone.
    const other = await site.person()
    const asked = recordRequests(other)
    await other.goto(sender.url())
    const there = other.getByRole('dialog')
    await other.getByRole('button', { name: 'Change', exact: true }).first().click()
    const typedKey = there.getByLabel('Key', { exact: true })
    await typedKey.fill(key.slice(0, 40))
    await there.getByLabel('Current file password').fill('tulips at seven')
    await there.getByLabel('New file password').fill('roses at eight')
    const change = there.getByRole('button', { name: 'Change password' })
    await change.click()
    await expect(there.getByRole('alert')).toContainText('This key isn’t complete or has a typing error.')
    await typedKey.fill(`${link.split('#')[0]}#k=${key}`)
    await isFine(other, 'a password that is changed')
    await change.click()
    await expect(there).toBeHidden({ timeout: 30_000 })
    await openWith(receiver, link, 'tulips at seven')
    await expect(receiver.getByRole('alert')).toHaveText('Invalid file password. Please try again.')
    await openWith(receiver, link, 'roses at eight')
    await expect(receiver.getByRole('heading', { level: 1 })).toHaveText(notes.name)
    for (const all of [sent.text(), asked.text()]) {
      for (const secret of [key, 'tulips', 'roses']) expect(all).not.toContain(secret)
    }
  },
)
