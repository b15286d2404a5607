import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { type Browser, chromium, type Locator, type Page, expect as patient } from '@playwright/test'
import { goodPassword } from '#tests/support/accounts/accounts.ts'
import { browserOptions } from '#tests/support/browser/browser.ts'
import { isFine } from '#tests/support/browser/checks/is-fine.ts'
import { startMailServer } from '#tests/support/mail/mail-server.ts'
import { startServerProcess } from '#tests/support/server/server-process.ts'
import { realClamd } from '#tests/support/services/real-services.ts'

// As long as in tests/e2e: a scanner that answers nothing is waited for.
const expect = patient.configure({ timeout: 10_000 })
const { host, port } = realClamd()
let browser: Browser
before(async () => {
  browser = await chromium.launch(await browserOptions())
})
after(() => browser.close())

/** Presses Tab until the focus is there. */
async function tabTo(page: Page, wanted: Locator): Promise<void> {
  await expect(wanted).toBeVisible()
  for (let step = 0; step < 60; step += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`${wanted} cannot be reached`)
}

/** Goes to a field and types into it. */
async function type(page: Page, label: string | RegExp, text: string): Promise<void> {
  await tabTo(page, page.getByRole('textbox', { name: label }))
  await page.keyboard.type(text)
}

async function press(page: Page, role: 'button' | 'link', name: string): Promise<void> {
  await tabTo(page, page.getByRole(role, { name }))
  await page.keyboard.press('Enter')
}

/** Both ways in which a service is used, with the place of its servers and all that a guest sees of it on the first page. */
const presets = [
  {
    preset: 'Public service',
    region: 'In another place',
    kept: /30\sminutes.*12\shours/,
    terms: 1,
    hosted: 'Hosted on servers in Zurich, Switzerland',
  },
  {
    preset: 'Team, household, organization',
    region: 'In the European Union',
    kept: /1\shour.*30\sdays/,
    terms: 0,
    hosted: 'Hosted on servers in the EU',
  },
]

for (const { preset, region, kept, terms, hosted } of presets)
  test(`an operator sets up a service by keyboard, from an empty folder, in under three minutes: ${preset}`, async (context) => {
    const begun = performance.now()
    const dataDir = await mkdtemp(join(tmpdir(), 'restante-setup-'))
    await using mails = await startMailServer({ login: { user: 'noor', password: 'correct horse' } })
    const server = await startServerProcess(dataDir, { PUBLIC_URL: '' })
    const person = await browser.newContext({ baseURL: server.baseUrl, reducedMotion: 'reduce' })
    try {
      const [link = ''] = /http\S+\/setup#[\w-]+/.exec(server.output()) ?? []
      const page = await person.newPage()
      const heading = (name: string) => page.getByRole('heading', { level: 1, name })
      await page.goto(link)
      await expect(heading('Create the administrator')).toBeFocused()
      await isFine(page, 'administrator')
      await type(page, 'Username', 'noor')
      await type(page, 'Email', 'noor@example.org')
      await tabTo(page, page.getByLabel('Password', { exact: true }))
      await page.keyboard.type(goodPassword)
      await page.keyboard.press('Enter')

      await expect(heading('Who will use this service?')).toBeFocused()
      await isFine(page, 'audience')
      const wanted = page.getByRole('radio', { name: preset })
      await tabTo(page, page.getByRole('radio', { name: 'Public service' }))
      if (!(await wanted.isChecked())) await page.keyboard.press('ArrowDown')
      await expect(wanted).toBeChecked()
      await press(page, 'button', 'Continue')

      await expect(heading('Who runs this service?')).toBeFocused()
      expect(new URL(page.url()).hash).toBe('')
      await isFine(page, 'service')
      await type(page, 'Address of the service', 'http://files.example.org')
      await page.keyboard.press('Enter')
      const address = page.getByRole('textbox', { name: 'Address of the service' })
      await expect(address).toBeFocused()
      await expect(page.getByText('Use an address with https://.')).toBeVisible()
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.type('https://localhost:8443')
      await type(page, 'Operator', 'Gemeente Rotterdam')
      await type(page, 'Postal address', 'Coolsingel 40, 3011 AD Rotterdam')
      await type(page, 'Support email', 'not an address')
      await page.keyboard.press('Enter')
      const support = page.getByRole('textbox', { name: 'Support email' })
      await expect(support).toHaveAttribute('aria-invalid', 'true')
      await expect(support).toBeFocused()
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.type('help@example.org')
      await tabTo(page, page.getByRole('combobox', { name: 'Where are the servers?' }))
      await page.keyboard.type(region)
      if (region === 'In another place') await type(page, 'Place', 'Zurich, Switzerland')
      await press(page, 'button', 'Continue')

      await expect(heading('Can it send email?')).toBeFocused()
      await type(page, 'Mail server', '127.0.0.1')
      await tabTo(page, page.getByRole('combobox', { name: 'Encryption' }))
      await page.keyboard.press('End')
      await tabTo(page, page.getByRole('textbox', { name: 'Port' }))
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.type(String(mails.port))
      await type(page, 'User', 'noor')
      await tabTo(page, page.getByLabel('Password', { exact: true }))
      await page.keyboard.type('wrong')
      await press(page, 'button', 'Send a test email')
      await expect(page.getByText('The mail server refuses this user or password.')).toBeVisible()
      await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
      await expect(page.getByRole('textbox', { name: 'Mail server' })).toHaveValue('127.0.0.1')
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.type('correct horse')
      await type(page, 'Sender', 'files@example.org')
      await press(page, 'button', 'Send a test email')
      await expect(page.getByText('Test email sent to noor@example.org.')).toBeVisible()
      expect(mails.mails.map(({ to }) => to)).toEqual([['noor@example.org']])
      await isFine(page, 'mail')
      await page.reload()
      await expect(heading('Can it send email?')).toBeVisible()
      await press(page, 'button', 'Continue')

      await expect(heading('Is everything working?')).toBeFocused()
      await expect(page.getByText('The built-in check found the EICAR test file')).toBeVisible()
      await type(page, 'ClamAV scanner', `tcp://127.0.0.1:${mails.port}`)
      await page.keyboard.press('Enter')
      await expect(page.getByText('No virus scanner answers at this address.')).toBeVisible()
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.type(`tcp://${host}:${port}`)
      await page.keyboard.press('Enter')
      await expect(page.getByText('ClamAV found the EICAR test file.')).toBeVisible()
      await isFine(page, 'checks')
      await press(page, 'button', 'Continue')

      await expect(heading('Is there a sign-in provider?')).toBeFocused()
      await isFine(page, 'provider')
      await press(page, 'button', 'Continue')

      await expect(heading('Where do backups go?')).toBeFocused()
      await type(page, 'Folder for backups', join(dataDir, 'elsewhere'))
      await type(page, 'Back up every day at', '03:30')
      await isFine(page, 'backups')
      await page.keyboard.press('Enter')

      await expect(heading('Keep a copy of the master key')).toBeFocused()
      await isFine(page, 'keys')
      await tabTo(page, page.getByLabel('Current password', { exact: true }))
      await page.keyboard.type(goodPassword)
      const downloading = page.waitForEvent('download')
      await page.keyboard.press('Enter')
      const download = await downloading
      expect(download.suggestedFilename()).toMatch(/^restante-master-keys-.*\.txt$/)
      const copy = await readFile(await download.path(), 'utf8')
      expect(copy).toBe(await readFile(join(dataDir, 'keys', 'master-keys'), 'utf8'))
      await type(page, 'Last 8 characters of the first key', copy.trim().slice(-8))
      await page.keyboard.press('Enter')
      await expect(page.getByText('You have confirmed a copy.')).toBeVisible()
      await press(page, 'link', 'Finish')

      await expect(heading('Restante is ready.')).toBeFocused()
      await expect(page.getByRole('listitem').filter({ hasText: 'Two-step sign-in for you' })).toBeVisible()
      await expect(page.getByRole('listitem').filter({ hasText: 'Keep a copy' })).toHaveCount(0)
      await expect(page.getByRole('listitem').filter({ hasText: 'Where are the servers?' })).toHaveCount(0)
      await isFine(page, 'ready')
      const seconds = (performance.now() - begun) / 1000
      context.diagnostic(`${preset}: ${seconds.toFixed(0)} s`)
      assert.ok(seconds < 3 * 60)

      const other = await (await browser.newContext()).newPage()
      await other.goto(link)
      await expect(other.getByRole('heading', { name: 'This link doesn’t work' })).toBeFocused()
      await isFine(other, 'gone')
      await other.goto(`${server.baseUrl}/`)
      await expect(other.getByText(hosted)).toBeVisible()
      await expect(other.getByText(kept)).toBeVisible()
      await expect(other.getByRole('dialog', { name: 'Terms of service' })).toHaveCount(terms)
      await expect(other.getByText('Security testing is in progress.')).toHaveCount(terms)
      await other.context().close()
    } finally {
      await person.close()
      server.child.kill('SIGTERM')
      await server.exited
      await rm(dataDir, { recursive: true, force: true })
    }
  })
