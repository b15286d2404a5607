import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { isFine } from '#tests/support/browser/checks/is-fine.ts'
import { openAdmin } from '#tests/support/browser/pages/admin-area.ts'
import { choose, send } from '#tests/support/browser/pages/home.ts'
import { fillReport } from '#tests/support/browser/pages/moderation.ts'
import { expect, test } from '#tests/support/browser/site.ts'
import { onlyInThoroughRun } from '#tests/support/server/thoroughness.ts'

test.use({ environment: { END_TO_END: 'all', REPORT_MAIL: 'abuse@files.example' } })

const plan = { name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('canary-7f3a') }

async function sendSealed(page: Page, password: string): Promise<string> {
  await choose(page, plan)
  await page.getByRole('switch', { name: 'End-to-end encrypted' }).check()
  await page.getByLabel('File password').fill(password)
  const { link } = await send(page)
  return link
}

test(
  'a pasted whole link is cut before it is sent, and its key opens the transfer for an administrator if wanted',
  onlyInThoroughRun,
  async ({ site }) => {
    site.expected.push(/status of 400/)
    const link = await sendSealed(await site.person(), 'tulips at seven')
    const [bare = '', key = ''] = link.split('#k=')
    const page = await site.person()
    const sent: string[] = []
    page.on('request', (request) => sent.push(request.url(), request.postData() ?? ''))
    await page.goto('/report')
    const field = page.getByRole('textbox', { name: 'Link', exact: true })
    await field.fill(link)
    await field.blur()
    await expect(field).toHaveValue(bare)
    const include = page.getByRole('checkbox', { name: 'Include the key from the link' })
    await expect(include).not.toBeChecked()
    await fillReport(page, '')
    await include.check()
    await expect(page.getByRole('textbox', { name: 'Key' })).toHaveValue(key)
    await isFine(page, 'a report with its key')
    // Nothing of the key has left so far.
    expect(sent.join('\n')).not.toContain(key)
    const written = page.getByRole('textbox', { name: 'Key' })
    const report = page.getByRole('button', { name: 'Send report' })
    await written.fill(key.slice(0, 43))
    await report.click()
    await expect(written).toHaveAccessibleDescription(/43 of 47 characters/)
    await written.fill(`${key.startsWith('A') ? 'B' : 'A'}${key.slice(1)}`)
    await report.click()
    await expect(page.getByText('This key has a typing error. Copy it again.')).toBeVisible()
    await written.fill(key)
    await report.click()
    const received = page.getByRole('heading', { name: /Report received/ })
    await expect(received).toBeFocused()
    const [number = ''] = /R-[2-9A-Z]{4}/.exec((await received.textContent()) ?? '') ?? []

    const admin = await site.person()
    await openAdmin(admin, site, 'reports')
    await admin.getByRole('button', { name: `Open case ${number}` }).click()
    await admin.getByRole('button', { name: 'Open it (this is logged)' }).click()
    const dialog = admin.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Why are you opening it?' }).fill('to see what was reported')
    const save = dialog.getByRole('button', { name: 'Save' })
    await save.click()
    const password = dialog.getByLabel('File password')
    await password.fill('roses')
    await isFine(admin, 'the password of a reported transfer')
    await save.click()
    await expect(dialog.getByText('Invalid file password. Please try again.')).toBeVisible()
    await password.fill('tulips at seven')
    const coming = admin.waitForEvent('download')
    await save.click()
    const download = await coming
    expect(download.suggestedFilename()).toBe(plan.name)
    expect(await readFile(await download.path())).toEqual(plan.buffer)
    // One look, whatever was tried.
    await expect(admin.getByText('to see what was reported')).toHaveCount(1)
  },
)
