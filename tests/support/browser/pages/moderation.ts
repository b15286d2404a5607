import { expect, type Page } from '@playwright/test'
import { emailOf } from '../../accounts/people.ts'
import { writtenMails } from '../../mail/written-mails.ts'
import { sendTransfer } from '../../transfers/managed-transfers.ts'
import { bearer, openAdmin } from './admin-area.ts'

type Place = { readonly origin: string; readonly dataDir: string }
type Open = () => Promise<Page>
type Look = (page: Page, state: string) => Promise<void>
const unseen: Look = async () => {}

/** Match of a pattern in a mail to an address, as soon as there is one. */
export async function findInMail(dataDir: string, address: string, pattern: RegExp): Promise<string> {
  let found = ''
  await expect
    .poll(async () => {
      const mails = await writtenMails(dataDir, address)
      found = mails.map(({ text = '' }) => pattern.exec(text)?.[0]).find(Boolean) ?? ''
      return found
    })
    .not.toBe('')
  return found
}

/** Fills the report of the link that is there already. */
export async function fillReport(page: Page, email: string): Promise<void> {
  await page.getByRole('radio', { name: 'Malware or phishing' }).check()
  await page
    .getByRole('textbox', { name: 'What is wrong, and in which file?' })
    .fill('invoice.exe is a trojan.')
  await page.getByRole('textbox', { name: 'Your email' }).fill(email)
  await page.getByRole('checkbox', { name: 'I believe in good faith' }).check()
}

/**
 * Looks at every state of a report on its way from a stranger to a decision, of the rights of its reporter, and of what an
 * operator sets up. Mails to the operator go to `operator`.
 */
export async function walkModeration(place: Place, open: Open, operator: string, look: Look): Promise<void> {
  const email = `jo-${Date.now()}@rights.example`
  const admin = await open()
  const username = await openAdmin(admin, place, 'settings')
  await expect(admin.getByRole('textbox', { name: 'Largest file', exact: true })).toBeVisible()
  await look(admin, 'settings')
  const headers = await bearer(admin)
  const send = (filename: string) =>
    sendTransfer({ baseUrl: place.origin }, Buffer.from(`the bytes for ${username}`), { filename, headers })
  const sent = await send('invoice_2026-10_from_your_electricity_company.zip.txt')
  await send('another-name.txt')

  const page = await open()
  await page.goto(`/report?link=${encodeURIComponent(`${place.origin}/download/${sent.linkId}`)}`)
  await expect(page.getByText('Found', { exact: true })).toBeVisible()
  await look(page, 'report')
  await page.getByRole('button', { name: 'Send report' }).click()
  await expect(page.getByText('Choose what’s wrong with it.')).toBeVisible()
  await look(page, 'report with problems')
  await fillReport(page, email)
  await page.getByRole('button', { name: 'Send report' }).click()
  await expect(page.getByRole('heading', { name: /Report received/ })).toBeFocused()
  await look(page, 'report received')
  const number = await page.getByText(/^R-[2-9A-Z]{4}$/).innerText()
  const follow = await page.getByRole('textbox', { name: 'Link that follows this report' }).inputValue()
  const code = await findInMail(place.dataDir, email, /\b\d{6}\b/)
  const field = page.getByRole('textbox', { name: 'Six-digit code' })
  await field.fill(code)
  await field.press('Enter')
  await expect(page.getByText('Your address is confirmed.')).toBeVisible()
  await page.goto(follow)
  await expect(page.getByRole('heading', { name: 'We’re looking at your report.' })).toBeVisible()
  await look(page, 'report under review')
  const button = await findInMail(place.dataDir, operator, /\S+\/moderate#[\w-]+/)
  await page.goto(button)
  await expect(page.getByRole('button', { name: 'Disable it now' })).toBeVisible()
  await look(page, 'button of the mail')

  await openReports(admin)
  await look(admin, 'queue')
  await admin.getByRole('button', { name: `Open case ${number}` }).click()
  await expect(admin.getByText('invoice.exe is a trojan.')).toBeVisible()
  await look(admin, 'case')
  await admin.getByRole('button', { name: 'Disable now' }).click()
  await expect(admin.getByRole('button', { name: 'Restore' })).toBeVisible()
  // Its files are hashed in the background.
  await expect(admin.getByText('1 with the same content')).toBeVisible()
  await look(admin, 'disabled case')
  await hold(admin, look)
  await block(admin, look)
  await admin.getByRole('button', { name: 'Decide...' }).click()
  const dialog = admin.getByRole('dialog')
  await dialog.getByRole('radio', { name: 'End the transfer' }).check()
  await dialog.getByRole('checkbox', { name: 'Also the sender’s other transfer' }).check()
  await dialog.getByRole('textbox', { name: 'Country' }).fill('de')
  await dialog.getByRole('textbox', { name: 'Law and paragraph' }).fill('StGB § 303a')
  await dialog.getByRole('textbox', { name: 'Facts' }).fill('It is a program named as a text.')
  await look(admin, 'decision')
  await dialog.getByRole('button', { name: 'Read the letters' }).click()
  await expect(dialog.getByText('another transfer of yours with the same content')).toBeVisible()
  await look(admin, 'letters')
  await dialog.getByRole('button', { name: 'Decide and send' }).click()
  await expect(dialog).toBeHidden()
  await expect(admin.getByRole('button', { name: 'Decide...' })).toBeHidden()
  await look(admin, 'decided case')
  await page.goto(follow)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'We ended the transfer.' })).toBeVisible()
  await look(page, 'report decided')
  await page.goto(await findInMail(place.dataDir, emailOf(username), /\S+\/decision\/\S+/))
  await expect(page.getByText('It is a program named as a text.')).toBeVisible()
  await expect(page.getByText('another transfer of yours with the same content')).toBeVisible()
  await look(page, 'reasons for the sender')

  await rights(place, page, email, look)
  await admin.goto('/portal/profile?section=data')
  await expect(admin.getByRole('heading', { name: 'What you agreed to' })).toBeVisible()
  await look(admin, 'consents')
  await page.goto('/privacy')
  await expect(page.getByRole('table').first()).toBeVisible()
  await look(page, 'retention')
  await admin.goto('/setup')
  await expect(admin.getByRole('heading', { level: 1 })).toBeVisible()
  await look(admin, 'set-up')
}

async function openReports(admin: Page): Promise<void> {
  await admin.getByRole('tab', { name: 'Reports' }).click()
  await expect(admin.getByRole('table')).toBeVisible()
}

/** Keeps the disabled transfer of a case for a month. */
export async function hold(admin: Page, look: Look = unseen): Promise<void> {
  await admin.getByRole('button', { name: 'Legal hold' }).click()
  const dialog = admin.getByRole('dialog')
  const inDays = (days: number) => new Date(Date.now() + days * 24 * 60 * 60_000).toISOString().slice(0, 10)
  await expect(dialog.getByText('It’s kept until')).toBeVisible()
  await dialog.getByLabel('Keep until').fill(inDays(5))
  await dialog.getByRole('textbox', { name: 'Why does it have to be kept?' }).fill('Asked for by a court.')
  await dialog.getByRole('button', { name: 'Keep as evidence' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Choose this day or a later one.')
  await dialog.getByLabel('Keep until').fill(inDays(60))
  await look(admin, 'legal hold')
  await dialog.getByRole('button', { name: 'Keep as evidence' }).click()
  await expect(dialog).toBeHidden()
  await expect(admin.getByText('Asked for by a court.')).toBeVisible()
}

/** Blocks the hash of a case, finds it in the list, removes it and comes back. */
export async function block(admin: Page, look: Look = unseen): Promise<void> {
  const address = admin.url()
  await admin.getByRole('button', { name: 'Add to the block list' }).click()
  const dialog = admin.getByRole('dialog')
  await expect(dialog.getByRole('textbox', { name: 'SHA-256 hashes' })).toHaveValue(
    /^[0-9a-f]{64} {2}invoice\S*\.txt$/,
  )
  await look(admin, 'hashes')
  await dialog.getByRole('button', { name: 'Add to the block list' }).click()
  await expect(dialog).toBeHidden()
  await admin.goto('/admin?tab=reports')
  await admin.getByRole('button', { name: 'Block list' }).click()
  const remove = admin.getByRole('button', { name: /^Remove hash / })
  await expect(remove).toBeVisible()
  await look(admin, 'block list')
  await remove.click()
  await expect(admin.getByText('No hash is listed.')).toBeVisible()
  await admin.goto(address)
  await expect(admin.getByRole('button', { name: 'Decide...' })).toBeVisible()
}

async function rights({ dataDir }: Place, page: Page, email: string, look: Look): Promise<void> {
  const before = (await writtenMails(dataDir, email)).length
  await page.goto('/rights')
  await page.getByRole('textbox', { name: 'Your email' }).fill(email)
  await look(page, 'whose data')
  await page.getByRole('textbox', { name: 'Your email' }).press('Enter')
  const field = page.getByRole('textbox', { name: 'Six-digit code' })
  await expect(field).toBeVisible()
  await look(page, 'code for the data')
  await expect.poll(async () => (await writtenMails(dataDir, email)).length).toBeGreaterThan(before)
  await field.fill(await findLatestCode(dataDir, email))
  await field.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: /^What we hold about/ })).toBeFocused()
  await look(page, 'what is held')
  await page.getByRole('button', { name: 'Forget me' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await look(page, 'before it is forgotten')
}

async function findLatestCode(dataDir: string, email: string): Promise<string> {
  const mails = await writtenMails(dataDir, email)
  const dated = mails.flatMap(({ text = '', date = '' }) => {
    const code = /^\d{6}$/m.exec(text)?.[0]
    return code === undefined ? [] : [{ code, at: Date.parse(date) }]
  })
  return dated.toSorted((a, b) => a.at - b.at).at(-1)?.code ?? ''
}
