import { readFile } from 'node:fs/promises'
import { isFine, isFineInThoroughRun } from '#tests/support/browser/checks/is-fine.ts'
import { goByOwnClock } from '#tests/support/browser/own-clock.ts'
import { choose, linksOf, sendButton, smallFile } from '#tests/support/browser/pages/home.ts'
import { expect, test } from '#tests/support/browser/site.ts'
import type { MailServer } from '#tests/support/mail/mail-server.ts'
import { inThoroughRun, onlyInThoroughRun } from '#tests/support/server/thoroughness.ts'

test.use({ environment: async ({ mailServer }, use) => use({ SMTP_URL: mailServer.url }) })

/** The latest code that was mailed to an address, once there are so many. */
async function codeFor({ mails }: MailServer, address: string, count: number): Promise<string> {
  const codes = () =>
    mails
      .filter(({ to }) => to.includes(address))
      .flatMap(({ mail }) => /^\d{6}$/m.exec(mail.text ?? '') ?? [])
  await expect.poll(() => codes().length).toBeGreaterThanOrEqual(count)
  return codes().at(-1) ?? ''
}

test(
  'on a phone and with keys alone someone reads what is held about their address, and has it forgotten',
  inThoroughRun,
  async ({ site, mailServer }) => {
    site.expected.push(/status of 403/)
    const email = 'ria@example.eu'
    const sender = await site.person()
    await choose(sender, smallFile('plan.txt'))
    await sender.getByRole('radio', { name: 'Send by email' }).check()
    await sender.getByRole('textbox', { name: 'Send to' }).fill(email)
    await sender.keyboard.press('Enter')
    await sender.getByRole('switch', { name: 'Own link for each' }).check()
    await sendButton(sender).click()
    await linksOf(sender)
    await expect.poll(() => mailServer.mails.some(({ to }) => to.includes(email))).toBe(true)
    const manageUrl = await sender.getByRole('textbox', { name: 'Manage link' }).inputValue()

    const page = await site.person({ viewport: { width: 390, height: 844 }, hasTouch: true })
    await page.goto('/terms')
    await page.getByRole('contentinfo').getByRole('link', { name: 'Your data' }).press('Enter')
    await expect(page).toHaveTitle('Your data · Restante')
    await isFineInThoroughRun(page, 'whose data')
    const address = page.getByRole('textbox', { name: 'Your email' })
    await address.press('Enter')
    await expect(page.getByText('Enter a valid email address.')).toBeVisible()
    await address.fill(email)
    await address.press('Enter')
    await expect(page.getByRole('heading', { name: 'Enter the code.' })).toBeFocused()
    const field = page.getByRole('textbox', { name: 'Six-digit code' })
    const code = await codeFor(mailServer, email, 1)
    await field.fill(code === '000000' ? '000001' : '000000')
    await field.press('Enter')
    await expect(page.getByText('You have 4 attempts left.')).toBeVisible()
    await isFineInThoroughRun(page, 'a wrong code')
    await field.fill(code)
    await field.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: `What we hold about ${email}` })).toBeFocused()
    await expect(page.getByText('You’ve been sent files')).toBeVisible()
    await expect(page.getByText('plan.txt').first()).toBeVisible()
    await isFineInThoroughRun(page, 'what is held')
    expect(await page.locator('main').innerHTML()).not.toContain('/download/')

    const downloaded = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download as JSON' }).press('Enter')
    const held = JSON.parse(await readFile(await (await downloaded).path(), 'utf8'))
    expect(held.address).toBe(email)
    expect(held.data.links).toHaveLength(1)

    await page.getByRole('button', { name: 'Block Never email me again' }).press('Enter')
    await expect(page.getByText(/^Blocked since/)).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Stop and delete' })).toBeFocused()
    await isFineInThoroughRun(page, 'blocked')
    await page.getByRole('button', { name: 'Allow again Never email me again' }).press('Enter')
    await expect(page.getByText(/^Blocked since/)).toHaveCount(0)
    await expect(page.getByRole('heading', { name: 'Stop and delete' })).toBeFocused()
    await page.getByRole('button', { name: 'Block Never email me again' }).press('Enter')
    await expect(page.getByText(/^Blocked since/)).toBeVisible()
    await page.getByRole('button', { name: 'Forget me' }).press('Enter')
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText('1 link ends now.')).toBeVisible()
    await isFine(page, 'before it is forgotten')
    const typed = dialog.getByRole('textbox', { name: `Type ${email} to confirm` })
    await typed.fill('someone@example.eu')
    await typed.press('Enter')
    await expect(dialog.getByText('This isn’t the address of this page.')).toBeVisible()
    await typed.fill('Ria@example.eu')
    await typed.press('Enter')
    await expect(page.getByRole('heading', { name: 'Your data was deleted' })).toBeFocused()
    await isFineInThoroughRun(page, 'forgotten')

    await sender.goto(manageUrl)
    await expect(sender.getByText('A recipient asked to be forgotten').first()).toBeAttached()
    await expect(sender.getByText('Asked to be forgotten', { exact: true }).first()).toBeAttached()
    await expect(sender.getByText(email)).toHaveCount(0)
  },
)

test(
  'the name beside an address is corrected, a code is sent again, and the page closes by itself',
  onlyInThoroughRun,
  async ({ site, mailServer }) => {
    const email = 'rolf@example.eu'
    const sender = await site.person()
    await choose(sender, smallFile('notes.txt'))
    await sender.getByRole('radio', { name: 'Send by email' }).check()
    await sender.getByRole('textbox', { name: 'Send to' }).fill(email)
    await sender.keyboard.press('Enter')
    await sender.getByRole('switch', { name: 'Own link for each' }).check()
    await sendButton(sender).click()
    await linksOf(sender)
    const manageUrl = new URL(await sender.getByRole('textbox', { name: 'Manage link' }).inputValue())
    // No page names the link of a recipient yet; the call does.
    const labelled = await sender.evaluate(
      async ([id, token]) => {
        const json = { 'content-type': 'application/json' }
        const asked = { method: 'POST', headers: json, body: JSON.stringify({ id, token }) }
        const session = await (await fetch('/api/transfers/manage-session', asked)).json()
        const headers = { ...json, 'x-manage-token': String(token) }
        const { transfer } = await (await fetch(`/api/transfers/${session.ref}/manage`, { headers })).json()
        const link = transfer.links.find(({ kind }: { kind: string }) => kind === 'recipient')
        const body = JSON.stringify({ label: 'Karl' })
        const address = `/api/transfers/${session.ref}/links/${link.id}`
        return (await fetch(address, { method: 'PUT', headers, body })).status
      },
      [manageUrl.pathname.split('/').at(-1), manageUrl.hash.slice(1)],
    )
    expect(labelled).toBe(200)

    const page = await site.person()
    await page.clock.install()
    await goByOwnClock(page)
    await page.goto('/rights')
    await page.getByRole('textbox', { name: 'Your email' }).fill(email)
    await page.getByRole('button', { name: 'Send code' }).click()
    await expect(page.getByRole('button', { name: 'Send it again' })).toBeHidden()
    const first = await codeFor(mailServer, email, 1)
    site.expected.push(/status of 403/)
    await page.getByRole('textbox', { name: 'Six-digit code' }).fill(first === '000000' ? '000001' : '000000')
    await page.keyboard.press('Enter')
    await expect(page.getByText('That code isn’t right.', { exact: false })).toBeVisible()
    await page.clock.runFor(31_000)
    await page.getByRole('button', { name: 'Send it again' }).click()
    const code = await codeFor(mailServer, email, 2)
    await expect(page.getByRole('heading', { name: 'Enter the code.' })).toBeFocused()
    await expect(page.getByText('That code isn’t right.', { exact: false })).toBeHidden()
    await expect(page.getByRole('textbox', { name: 'Six-digit code' })).toHaveValue('')
    await page.getByRole('textbox', { name: 'Six-digit code' }).fill(code)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('button', { name: 'Correct my name' }).click()
    const name = page.getByRole('dialog').getByRole('textbox', { name: 'Name' })
    await expect(name).toHaveValue('Karl')
    await name.fill('Carl')
    await isFine(page, 'a name that is corrected')
    await name.press('Enter')
    await expect(page.getByText('Your name has been corrected.').first()).toBeVisible()
    await page.clock.runFor(26 * 60_000)
    await expect(page.getByText('This page closes in less than 5 minutes.').first()).toBeVisible()
    await isFine(page, 'about to close')
    await page.clock.runFor(5 * 60_000)
    await expect(page.getByRole('heading', { name: 'This page has closed' })).toBeFocused()
    await page.getByRole('button', { name: 'Send a new code' }).click()
    await expect(page.getByRole('textbox', { name: 'Your email' })).toBeVisible()
  },
)
