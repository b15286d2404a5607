import { readFile } from 'node:fs/promises'
import { fillLogin, newName, register, signUp, tokenOf } from '#tests/support/accounts/people.ts'
import { isClean, isFineInThoroughRun } from '#tests/support/browser/checks/is-fine.ts'
import { goByOwnClock } from '#tests/support/browser/own-clock.ts'
import { choose, linksOf, sendButton, smallFile } from '#tests/support/browser/pages/home.ts'
import { expect, test } from '#tests/support/browser/site.ts'
import type { MailServer } from '#tests/support/mail/mail-server.ts'
import { inThoroughRun, onlyInThoroughRun } from '#tests/support/server/thoroughness.ts'
import { anyone, sendTransfer } from '#tests/support/transfers/managed-transfers.ts'

test.use({ environment: async ({ mailServer }, use) => use({ SMTP_URL: mailServer.url }) })

/** What stands in the text of the mails to an address, as soon as it does. */
async function findIn({ mails }: MailServer, address: string, pattern: RegExp): Promise<string> {
  const found: string[] = []
  await expect
    .poll(() => {
      const texts = mails.filter(({ to }) => to.includes(address)).map(({ mail }) => mail.text ?? '')
      found.splice(0, 1, texts.map((text) => pattern.exec(text)?.[0]).find(Boolean) ?? '')
      return found[0]
    })
    .not.toBe('')
  return found[0] ?? ''
}

test(
  'a link of one’s own opens with the code sent to its address, and says nothing before',
  inThoroughRun,
  async ({ site, mailServer }) => {
    site.expected.push(/status of 40[13]/)
    const sender = await site.person()
    await choose(sender, smallFile('plan.txt'))
    await sender.getByRole('radio', { name: 'Send by email' }).check()
    await sender.getByRole('textbox', { name: 'Send to' }).fill('bea@example.eu')
    await sender.keyboard.press('Enter')
    await sender.getByRole('switch', { name: 'Own link for each' }).check()
    await isFineInThoroughRun(sender, 'own links')
    await sendButton(sender).click()
    await linksOf(sender)

    const page = await site.person()
    await page.goto(await findIn(mailServer, 'bea@example.eu', /\S+\/download\/\S+/))
    await expect(page.getByRole('heading', { name: 'This transfer is for one address.' })).toBeVisible()
    await expect(page.getByText('b…@example.eu')).toBeVisible()
    await expect(page.getByText('plan.txt')).toBeHidden()
    expect(await page.title()).not.toContain('plan')
    await expect(page.getByRole('link', { name: 'Report this transfer' })).toHaveAttribute(
      'href',
      `/report?link=${encodeURIComponent(page.url())}`,
    )
    await isFineInThoroughRun(page, 'code, to be sent')
    await page.getByRole('button', { name: 'Send code' }).click()
    const field = page.getByRole('textbox', { name: 'Six-digit code' })
    await expect(field).toBeVisible()
    await expect(page.getByRole('timer')).toHaveText(/^Didn’t arrive\? Send again in 0:\d\d$/)
    const code = await findIn(mailServer, 'bea@example.eu', /\b\d{6}\b/)
    await field.fill(code === '000000' ? '000001' : '000000')
    await expect(page.getByRole('alert')).toContainText('You have 4 attempts left.')
    await isFineInThoroughRun(page, 'a wrong code')
    await field.fill(code)
    await expect(page.getByRole('heading', { name: 'plan.txt' })).toBeVisible()
    const downloaded = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download File' }).click()
    expect((await downloaded).suggestedFilename()).toBe('plan.txt')
    await page.reload()
    await expect(page.getByRole('heading', { name: 'plan.txt' })).toBeVisible()
  },
)

test('a code that is sent again begins anew', onlyInThoroughRun, async ({ site, mailServer }) => {
  site.expected.push(/status of 40[13]/)
  const sender = await site.person()
  await choose(sender, smallFile('plan.txt'))
  await sender.getByRole('radio', { name: 'Send by email' }).check()
  await sender.getByRole('textbox', { name: 'Send to' }).fill('cleo@example.eu')
  await sender.keyboard.press('Enter')
  await sender.getByRole('switch', { name: 'Own link for each' }).check()
  await sendButton(sender).click()
  await linksOf(sender)

  const page = await site.person()
  await page.clock.install()
  await page.goto(await findIn(mailServer, 'cleo@example.eu', /\S+\/download\/\S+/))
  await page.getByRole('button', { name: 'Send code' }).click()
  const field = page.getByRole('textbox', { name: 'Six-digit code' })
  await field.fill('000000')
  await expect(page.getByRole('alert')).toBeVisible()
  await page.clock.runFor(61_000)
  await page.getByRole('button', { name: 'Send again' }).click()
  await expect(page.getByRole('heading', { name: 'Enter the code.' })).toBeFocused()
  await expect(page.getByRole('alert')).toBeHidden()
  await expect(field).toHaveValue('')
})

test('who wants no more mails stops them by one button', inThoroughRun, async ({ site, mailServer }) => {
  const sender = await site.person()
  await choose(sender, smallFile('notes.txt'))
  await sender.getByRole('radio', { name: 'Send by email' }).check()
  await sender.getByRole('textbox', { name: 'Send to' }).fill('carl@example.eu')
  await sender.keyboard.press('Enter')
  await sendButton(sender).click()
  await linksOf(sender)
  const page = await site.person()
  await page.goto(await findIn(mailServer, 'carl@example.eu', /\S+\/stop-mails#\S+/))
  await isFineInThoroughRun(page, 'stop mails')
  await page.getByRole('button', { name: 'Stop emails' }).click()
  await expect(page.getByRole('heading', { name: 'You won’t get any more emails' })).toBeFocused()
})

test(
  'a person is added by the manage page, mailed again, and on the receipt',
  inThoroughRun,
  async ({ site, mailServer }) => {
    const page = await site.person()
    await choose(page, smallFile('minutes.txt'))
    await sendButton(page).click()
    await linksOf(page)
    const manageLink = await page.getByRole('textbox', { name: 'Manage link' }).inputValue()
    await page.goto(manageLink)
    await page.locator('summary', { has: page.getByRole('heading', { name: 'Links' }) }).click()
    await page.getByRole('button', { name: 'Add recipient' }).click()
    const dialog = page.getByRole('dialog')
    await isClean(page, 'add a recipient')
    await dialog.getByRole('textbox', { name: 'Email', exact: true }).fill('dora@example.eu')
    await dialog.getByRole('button', { name: 'Send link' }).click()
    const row = page.getByRole('row').filter({ hasText: 'dora@example.eu' })
    await expect(row).toBeVisible()
    await findIn(mailServer, 'dora@example.eu', /\S+\/download\/\S+/)
    await expect(async () => {
      await page.reload()
      await expect(row.getByText('Accepted')).toBeVisible({ timeout: 5000 })
    }).toPass()
    await isFineInThoroughRun(page, 'a recipient')
    await row.getByRole('button', { name: 'Send again to dora@example.eu' }).click()
    await expect(page.getByText('The link is on its way to dora@example.eu again.').first()).toBeVisible()
    const receipt = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Receipt' }).click()
    const path = await (await receipt).path()
    expect(await readFile(path, 'utf8')).toContain('dora@example.eu')

    // A link whose own end has come opens nothing, and takes nothing else with it.
    const { pathname, hash } = new URL(manageLink)
    const token = hash.slice(1)
    const headers = { 'x-manage-token': token }
    const client = anyone({ baseUrl: site.origin })
    const { ref } = await client.call('manageSession', { body: { id: pathname.split('/')[2] ?? '', token } })
    const { links } = (await client.call('managedTransfer', { params: { ref }, headers })).transfer
    const id = links.find(({ recipient }) => recipient)?.id ?? ''
    const expiresAt = new Date(Date.now() + 60 * 60_000).toISOString()
    await client.call('updateLink', { params: { ref, id }, headers, body: { expiresAt } })
    await page.clock.install()
    await goByOwnClock(page)
    await page.reload()
    await expect(row.getByText(/^Available until (today|tomorrow), /)).toBeVisible()
    await page.clock.fastForward('01:01:00')
    await expect(row.getByText('Expired')).toBeVisible()
    await expect(row.getByRole('button')).toHaveCount(0)
    await expect(
      page.getByRole('row').filter({ hasText: 'Main link' }).getByRole('button').first(),
    ).toBeVisible()

    const box = page.getByRole('region', { name: 'Transfer', exact: true })
    await expect(box.getByRole('button', { name: 'Copy' })).toBeVisible()
    const main = links.find(({ kind }) => kind === 'main')?.id ?? ''
    const later = new Date(Date.now() + 70 * 60_000).toISOString()
    await client.call('updateLink', { params: { ref, id: main }, headers, body: { expiresAt: later } })
    await page.reload()
    await expect(box).toBeVisible()
    await page.clock.fastForward('01:15:00')
    await expect(box.getByText('Main link no longer works.')).toBeVisible()
    await expect(box.getByRole('button', { name: 'Copy' })).toHaveCount(0)
  },
)

test('with an account the second person turns own links on, once', async ({ site }) => {
  const page = await site.person()
  await signUp(page)
  await choose(page, smallFile('plan.txt'))
  await page.getByRole('radio', { name: 'Send by email' }).check()
  const to = page.getByLabel('Send to')
  const ownLinks = page.getByRole('switch', { name: 'Own link for each' })
  await to.fill('ada@example.eu')
  await to.press('Enter')
  await expect(ownLinks).not.toBeChecked()
  await to.fill('bea@example.eu')
  await to.press('Enter')
  await expect(ownLinks).toBeChecked()
  await ownLinks.uncheck()
  await to.fill('cleo@example.eu')
  await to.press('Enter')
  await expect(page.getByText('cleo@example.eu')).toBeVisible()
  await expect(ownLinks).not.toBeChecked()
})

test(
  'how many may have a link of their own goes by who is at the browser, and more are not sent',
  onlyInThoroughRun,
  async ({ site }) => {
    const page = await site.person()
    const username = newName()
    await register(page, username)
    await choose(page, smallFile('plan.txt'))
    await page.getByRole('radio', { name: 'Send by email' }).check()
    const to = page.getByRole('textbox', { name: 'Send to' })
    await to.fill(Array.from({ length: 6 }, (_, place) => `person${place}@example.eu`).join(' '))
    await to.press('Enter')
    const ownLinks = page.getByRole('switch', { name: 'Own link for each' })
    await expect(ownLinks).not.toBeChecked()
    await ownLinks.check()
    const tooMany = 'You can email one upload to at most 5 people.'
    await expect(to).toHaveAccessibleDescription(tooMany)
    await sendButton(page).click()
    await expect(to).toBeFocused()

    await page.getByRole('banner').getByRole('link', { name: 'Login' }).click()
    await fillLogin(page, username)
    await expect(page).toHaveURL(/\/portal$/)
    await page.getByRole('contentinfo').getByRole('link', { name: 'Upload' }).click()
    await expect(ownLinks).toBeChecked()
    await expect(page.getByText(tooMany)).toBeHidden()
    await sendButton(page).click()
    await linksOf(page)
    await expect(page.getByRole('heading', { name: 'Sent to 6 people.' })).toBeVisible()
  },
)

test(
  'by the manage link of an account’s transfer, too, a code is asked for only if that is chosen',
  onlyInThoroughRun,
  async ({ site, mailServer }) => {
    site.expected.push(/status of 401/)
    const owner = await site.person()
    await signUp(owner)
    const headers = { authorization: `Bearer ${await tokenOf(owner)}` }
    const { linkId, token } = await sendTransfer({ baseUrl: site.origin }, Buffer.from('words'), { headers })
    const page = await site.person()
    await page.goto(`/manage/${linkId}#${token}`)
    await page.locator('summary', { has: page.getByRole('heading', { name: 'Links' }) }).click()
    await page.getByRole('button', { name: 'Add recipient' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText('The link asks for a code')).toBeHidden()
    await dialog.getByRole('checkbox', { name: 'Ask for a code sent to their address' }).check()
    await dialog.getByRole('textbox', { name: 'Email', exact: true }).fill('eve@example.eu')
    await dialog.getByRole('button', { name: 'Send link' }).click()
    await page.goto(await findIn(mailServer, 'eve@example.eu', /\S+\/download\/\S+/))
    await expect(page.getByRole('heading', { name: 'This transfer is for one address.' })).toBeVisible()
  },
)
