import type { Page } from '@playwright/test'
import { isClean, isFineInThoroughRun } from '#tests/support/browser/checks/is-fine.ts'
import { choose, send, smallFile } from '#tests/support/browser/pages/home.ts'
import { expect, test } from '#tests/support/browser/site.ts'
import type { MailServer } from '#tests/support/mail/mail-server.ts'
import { inThoroughRun, onlyInThoroughRun } from '#tests/support/server/thoroughness.ts'

test.use({ environment: async ({ mailServer }, use) => use({ SMTP_URL: mailServer.url }) })

const list = (page: Page) => page.getByRole('region', { name: 'Sent from this browser' })
const row = (page: Page, name: string) => list(page).getByRole('listitem').filter({ hasText: name })
const keep = (page: Page) =>
  page.getByRole('checkbox', { name: 'Keep a list of what I send in this browser' })

/** Whether the part with the list has been fetched by a page that is opened anew. */
async function fetchesList(page: Page): Promise<boolean> {
  const fetched: string[] = []
  page.on('request', (request) => fetched.push(request.url()))
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Select Files' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  return fetched.some((url) => url.includes('kept-here'))
}

test(
  'what was sent without an account is listed in this browser, and managed from there',
  inThoroughRun,
  async ({ site }) => {
    const page = await site.person()
    expect(await fetchesList(page)).toBe(false)
    await choose(page, smallFile('plan.txt'))
    const { link } = await send(page)
    await page.getByRole('button', { name: 'Upload Another File' }).click()
    await expect(row(page, 'plan.txt')).toContainText('left)')
    await isFineInThoroughRun(page, 'home with a list')
    await choose(page, smallFile('notes.txt'))
    await send(page)
    await page.getByRole('button', { name: 'Upload Another File' }).click()
    await expect(list(page).getByRole('listitem')).toHaveCount(2)

    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await row(page, 'plan.txt').getByRole('button', { name: 'Copy link to plan.txt' }).click()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(link)
    await row(page, 'plan.txt').getByRole('link', { name: 'plan.txt', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'plan.txt', level: 1 })).toBeVisible()
    await page.locator('summary', { hasText: 'Name and message' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Site plan')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('heading', { name: 'Site plan', level: 1 })).toBeVisible()
    await page.goto('/')
    await expect(row(page, 'Site plan')).toBeVisible()

    await row(page, 'Site plan').getByRole('link', { name: 'Manage Site plan' }).click()
    await page.getByRole('button', { name: 'End now' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'End now' }).click()
    await expect(page.getByRole('heading', { name: 'Site plan has ended' })).toBeVisible()
    await page.goto('/')
    await expect(row(page, 'notes.txt')).toBeVisible()
    await expect(list(page).getByRole('listitem')).toHaveCount(1)
  },
)

test(
  'the list is cleared and taken back, forgotten, and switched off for good',
  onlyInThoroughRun,
  async ({ site }) => {
    const page = await site.person()
    await choose(page, smallFile('plan.txt'))
    const { link } = await send(page)
    await page.getByRole('button', { name: 'Upload Another File' }).click()
    await list(page).getByRole('button', { name: 'Clear list' }).press('Enter')
    await expect(list(page).getByRole('listitem')).toHaveCount(0)
    await expect(list(page).getByRole('button', { name: 'Undo' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(row(page, 'plan.txt')).toBeVisible()
    await list(page).getByRole('button', { name: 'Remove plan.txt from the list' }).click()
    await expect(list(page)).toContainText('Nothing is listed right now.')

    await keep(page).uncheck()
    await expect(list(page)).toContainText('This browser no longer keeps a list.')
    await isClean(page, 'home without a list')
    await choose(page, smallFile('notes.txt'))
    await send(page)
    await expect(keep(page)).not.toBeChecked()
    await page.getByRole('button', { name: 'Upload Another File' }).click()
    expect(await page.evaluate(() => localStorage.getItem('restante.sentHere'))).toBe('off')
    expect(await fetchesList(page)).toBe(false)
    await page.goto(link)
    await expect(page.getByRole('heading', { name: 'plan.txt' })).toBeVisible()
  },
)

test(
  'the manage link is mailed to an address that proves itself with a code',
  onlyInThoroughRun,
  async ({ site, mailServer }) => {
    site.expected.push(/status of 403/)
    const page = await site.person()
    await choose(page, smallFile('plan.txt'))
    await send(page)
    const manageUrl = await page.getByRole('textbox', { name: 'Manage link' }).inputValue()
    await mailLink(page, mailServer, 'sara@example.eu')
    const texts = () =>
      mailServer.mails.filter(({ to }) => to.includes('sara@example.eu')).map(({ mail }) => mail.text)
    await expect.poll(() => texts().some((text) => text?.includes(manageUrl))).toBe(true)

    await page.goto(manageUrl)
    await page.getByRole('checkbox', { name: 'Email me the manage link' }).press('Space')
    await page.getByRole('textbox', { name: 'Email' }).fill('not an address')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('textbox', { name: 'Email' })).toHaveAccessibleDescription(/valid email/)
    await isClean(page, 'manage link by mail')
  },
)

/** Asks for the manage link, enters a wrong code first, then the one that was mailed. */
async function mailLink(page: Page, { mails }: MailServer, address: string): Promise<void> {
  await page.getByRole('checkbox', { name: 'Email me the manage link' }).check()
  const email = page.getByRole('textbox', { name: 'Email' })
  await expect(email).toBeFocused()
  await email.fill(address)
  await page.keyboard.press('Enter')
  const field = page.getByRole('textbox', { name: 'Six-digit code' })
  await expect(field).toBeFocused()
  let code = ''
  await expect
    .poll(() => {
      const texts = mails.filter(({ to }) => to.includes(address)).map(({ mail }) => mail.text ?? '')
      code = texts.map((text) => /\b\d{6}\b/.exec(text)?.[0]).find(Boolean) ?? ''
      return code
    })
    .not.toBe('')
  await isClean(page, 'code for the manage link')
  await field.fill(code === '000000' ? '000001' : '000000')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(field).toHaveAccessibleDescription(/You have 4 attempts left/)
  await expect(field).toBeFocused()
  await field.fill(code)
  await page.keyboard.press('Enter')
  await expect(page.getByText('The manage link is on its way to s…@example.eu.')).toBeFocused()
}
