import { readFile } from 'node:fs/promises'
import { endpoints } from '#contract/endpoints.ts'
import { uploadReply } from '#contract/transfers/files.ts'
import { ownAddress, signUp } from '#tests/support/accounts/people.ts'
import { isFine, isFineInThoroughRun } from '#tests/support/browser/checks/is-fine.ts'
import { bearer, openAdmin, toast } from '#tests/support/browser/pages/admin-area.ts'
import { block, fillReport, findInMail, hold } from '#tests/support/browser/pages/moderation.ts'
import { askWith, passDeadline } from '#tests/support/browser/pages/requests.ts'
import { expect, test } from '#tests/support/browser/site.ts'
import { inThoroughRun, onlyInThoroughRun } from '#tests/support/server/thoroughness.ts'
import { anyone, sendTransfer } from '#tests/support/transfers/managed-transfers.ts'
import { byTerms, fromAnywhere, reportLink } from '#tests/support/transfers/reports.ts'
import { sendForm } from '#tests/support/transfers/transfers.ts'

const operator = 'abuse@files.example'
test.use({ environment: { ...fromAnywhere, REPORT_MAIL: operator } })

test(
  'a stranger reports in a minute, and the operator disables from the mail on a phone in less',
  inThoroughRun,
  async ({ site }) => {
    site.expected.push(/status of (451|409|403|500)/)
    const { reply } = await sendTransfer({ baseUrl: site.origin }, Buffer.from('hello'))
    const link = `${site.origin}/download/${reply.file.id}`
    const page = await site.person()
    await page.goto(link)
    await page.getByRole('link', { name: 'Report this transfer' }).click()
    await expect(page.getByRole('heading', { name: 'Report this transfer' })).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Link' })).toHaveValue(link)
    await expect(page.getByText('Found', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Send report' }).click()
    await expect(page.getByText('Choose what’s wrong with it.')).toBeVisible()
    await isFineInThoroughRun(page, 'errors')
    await page.getByRole('radio', { name: 'Copyright or trade mark' }).check()
    await expect(page.getByText('The sender will see your name.')).toBeVisible()
    await fillReport(page, 'jo@rights')
    await page.getByRole('button', { name: 'Send report' }).click()
    const email = page.getByRole('textbox', { name: 'Your email' })
    await expect(email).toHaveAccessibleDescription('Enter a valid email address.')
    await email.fill('jo@rights.example')
    await page.getByRole('button', { name: 'Send report' }).click()
    const received = page.getByRole('heading', { name: /Report received\s*R-[2-9A-Z]{4}/ })
    await expect(received).toBeFocused()
    const follow = await page.getByRole('textbox', { name: 'Link that follows this report' }).inputValue()
    await isFineInThoroughRun(page, 'received')

    // From the mail to disabled, on a phone.
    const phone = await site.person({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
    const began = Date.now()
    await phone.goto(await findInMail(site.dataDir, operator, /\S+\/moderate#[\w-]+/))
    await isFineInThoroughRun(phone, 'the button')
    expect((await phone.request.get(`${site.origin}/api/files/info/${reply.file.id}`)).status()).toBe(200)
    await phone.getByRole('button', { name: 'Disable it now' }).tap()
    await expect(phone.getByRole('heading', { name: 'The content is disabled.' })).toBeFocused()
    expect((await phone.request.get(`${site.origin}/api/files/info/${reply.file.id}`)).status()).toBe(451)
    expect(Date.now() - began).toBeLessThan(60_000)
    await isFineInThoroughRun(phone, 'disabled')
    await phone.goto(link)
    await expect(phone.getByText('This transfer is unavailable while we review a report.')).toBeVisible()

    // The code of the mail confirms the address, and the follow link shows how it stands.
    const code = await findInMail(site.dataDir, 'jo@rights.example', /\b\d{6}\b/)
    // The answer to the code is all that the page needs to go on.
    const other = await site.person(ownAddress())
    const [found] = await Promise.all([other.waitForResponse(/\/api\/reports\/R-\w{4}$/), other.goto(follow)])
    const { report } = await found.json()
    const typed = other.getByRole('textbox', { name: 'Six-digit code' })
    await expect(typed).toBeVisible()
    await other.route('**/api/reports/*/confirm', (route) =>
      route.fulfill({ json: { success: true, report: { ...report, confirmAt: null, confirmed: true } } }),
    )
    await other.route(/\/api\/reports\/R-\w{4}$/, (route) => route.fulfill({ status: 500, body: 'no' }))
    await typed.fill(code)
    await typed.press('Enter')
    await expect(typed).toBeHidden()
    await expect(other.getByText('Your address is confirmed.')).toBeFocused()
    await other.reload()
    await expect(other.getByRole('heading', { name: 'This page couldn’t be loaded' })).toBeVisible()
    await other.unrouteAll()
    await other.getByRole('button', { name: 'Try Again' }).click()
    await expect(other.getByRole('heading', { name: 'We’re looking at your report.' })).toBeVisible()
    await expect(other.getByRole('main')).toBeFocused()
    const field = page.getByRole('textbox', { name: 'Six-digit code' })
    await field.fill(code === '000000' ? '000001' : '000000')
    await page.getByRole('button', { name: 'Confirm' }).click()
    await expect(field).toHaveAccessibleDescription('That code isn’t right. You have 4 attempts left.')
    await expect(field).toBeFocused()
    await field.fill(code)
    await field.press('Enter')
    await expect(page.getByText('Your address is confirmed.')).toBeFocused()
    await page.goto(follow)
    await expect(page.getByRole('heading', { name: 'We’re looking at your report.' })).toBeVisible()
    await expect(page.getByText('We stopped all downloads')).toBeVisible()
    await isFineInThoroughRun(page, 'under review')
  },
)

test(
  'who uses up the attempts at a code reads that the report was received all the same, and has another sent',
  onlyInThoroughRun,
  async ({ site }) => {
    site.expected.push(/status of (403|500)/)
    const { linkId } = await sendTransfer({ baseUrl: site.origin }, Buffer.from('hello'))
    const page = await site.person()
    await page.goto(`/report?link=${encodeURIComponent(`${site.origin}/download/${linkId}`)}`)
    await fillReport(page, 'kim@rights.example')
    await page.getByRole('button', { name: 'Send report' }).click()
    const code = await findInMail(site.dataDir, 'kim@rights.example', /\b\d{6}\b/)
    const field = page.getByRole('textbox', { name: 'Six-digit code' })
    for (const left of [
      / 4 attempts/,
      / 3 attempts/,
      / 2 attempts/,
      / 1 attempt /,
      /Send a new one\. Your report was received all the same\./,
    ]) {
      await field.fill(code === '000000' ? '000001' : '000000')
      await field.press('Enter')
      await expect(field).toHaveAccessibleDescription(left)
    }
    const again = page.getByRole('button', { name: 'Send again' })
    await page.route('**/api/reports/*/code', (route) => route.fulfill({ status: 500, body: 'no' }))
    await again.click()
    await expect(page.getByRole('alert')).toContainText('The code couldn’t be sent.')
    await isFine(page, 'code not sent')
    await page.unrouteAll()
    await again.click()
    await expect(toast(page, 'We sent a new code to kim@rights.example.')).toBeVisible()
    await expect(page.getByText('The code couldn’t be sent.')).toBeHidden()
    const another = new RegExp(`\\b(?!${code})\\d{6}\\b`)
    await field.fill(await findInMail(site.dataDir, 'kim@rights.example', another))
    await field.press('Enter')
    await expect(page.getByText('Your address is confirmed.')).toBeFocused()
  },
)

test(
  'what an administrator reads after “Disable now” and “Restore” is what has become of it',
  onlyInThoroughRun,
  async ({ site }) => {
    site.expected.push(/status of 409/)
    const client = anyone({ baseUrl: site.origin })
    const [admin, owner] = [await site.person(ownAddress()), await site.person(ownAddress())]
    await openAdmin(admin, site, 'reports')
    const headers = await bearer(admin)
    let network = 0
    const report = async (link: string) => {
      network += 1
      return (await reportLink({ client }, link, `198.51.100.${network}`)).number
    }
    async function open(number: string) {
      await admin.goto(`/admin?tab=reports&case=${number}`)
      await expect(admin.getByRole('heading', { name: 'Timeline' })).toBeVisible()
    }

    // Another case has decided that it stays disabled.
    const disabled = await sendTransfer({ baseUrl: site.origin }, Buffer.from('hello'))
    const first = await report(disabled.reply.file.downloadUrl)
    const body = { action: 'disable', ground: byTerms, facts: 'Spam.', automated: false } as const
    await client.call('decideReport', { params: { n: first }, headers, body })
    await open(await report(disabled.reply.file.downloadUrl))
    await admin.getByRole('button', { name: 'Restore' }).click()
    await expect(toast(admin, 'Another case keeps it disabled.')).toBeVisible()

    // Its sender deletes it while the case is shown.
    const deleted = await sendTransfer({ baseUrl: site.origin }, Buffer.from('hello'))
    await open(await report(deleted.reply.file.downloadUrl))
    await expect(admin.getByRole('button', { name: 'Disable now' })).toBeVisible()
    await client.call('deleteTransfer', { params: { ref: deleted.ref }, headers: deleted.headers })
    await admin.getByRole('button', { name: 'Disable now' }).click()
    await expect(toast(admin, /The case couldn’t be changed\./)).toBeVisible()
    await expect(admin.getByText('The transfer has ended.')).toBeVisible()

    // The deadline of a request passes while it is closed.
    await signUp(owner)
    const link = await askWith(owner, {})
    await open(await report(link))
    await admin.getByRole('button', { name: 'Disable now' }).click()
    await expect(toast(admin, 'The request is closed.')).toBeVisible()
    passDeadline(site.dataDir, link)
    await admin.getByRole('button', { name: 'Restore' }).click()
    await expect(toast(admin, 'The request has ended.')).toBeVisible()
  },
)

test(
  'what can no longer be had is reported from its page, as a transfer or as a request',
  onlyInThoroughRun,
  async ({ site }) => {
    site.expected.push(/status of 4(04|10)/)
    const sent = await sendTransfer({ baseUrl: site.origin }, Buffer.from('a trojan'))
    const { ref, headers } = sent
    const client = anyone({ baseUrl: site.origin })
    await client.call('revokeLink', { params: { ref, id: sent.linkId }, headers })
    const stranger = await site.person(ownAddress())
    await stranger.goto(`/download/${sent.linkId}`)
    await isFine(stranger, 'a revoked link')
    await stranger.getByRole('link', { name: 'Report this transfer' }).click()
    await expect(stranger.getByText('Found', { exact: true })).toBeVisible()
    await client.call('deleteTransfer', { params: { ref }, headers })
    await stranger.goto(`/download/${sent.linkId}`)
    await stranger.getByRole('link', { name: 'Report this transfer' }).click()
    await expect(
      stranger.getByText('This transfer has ended already. We still read your report.'),
    ).toBeVisible()
    await stranger.goto(`/download/${'A'.repeat(22)}`)
    await expect(stranger.getByRole('heading', { name: 'File Not Available' })).toBeVisible()
    await expect(stranger.getByRole('link', { name: 'Report this transfer' })).toHaveCount(0)

    const owner = await site.person(ownAddress())
    await signUp(owner)
    const link = await askWith(owner, {})
    const report = stranger.getByRole('link', { name: 'Report this request' })
    await stranger.goto(link)
    await report.click()
    await expect(stranger.getByRole('heading', { name: 'Report this request' })).toBeVisible()
    await expect(stranger.getByText('Found', { exact: true })).toBeVisible()
    passDeadline(site.dataDir, link)
    await stranger.goto(link)
    await expect(stranger.getByRole('heading', { name: /^This request ended on/ })).toBeVisible()
    await isFine(stranger, 'a request that has ended')
    await report.click()
    const ended = stranger.getByText('This request has ended already. We still read your report.')
    await expect(ended).toBeVisible()
    await fillReport(stranger, 'kim@rights.example')
    await stranger.getByRole('button', { name: 'Send report' }).click()
    await expect(stranger.getByText(/^R-[2-9A-Z]{4}$/)).toBeVisible()
    await expect(ended).toBeVisible()
  },
)

test(
  'the files of a case are offered for the block list by name, without empty ones',
  onlyInThoroughRun,
  async ({ site }) => {
    const files = { 'invoice.txt': 'a trojan', 'empty.txt': '', 'LICENSE.txt': 'free for all' }
    const form = Object.entries(files).map(([filename, text]) => ({
      name: 'files',
      filename,
      bytes: Buffer.from(text),
    }))
    const { file } = uploadReply.parse(await (await sendForm(site.origin, form)).json())
    const stranger = await site.person(ownAddress())
    await stranger.goto(`/report?link=${encodeURIComponent(`${site.origin}/download/${file.id}`)}`)
    await fillReport(stranger, 'bo@rights.example')
    await stranger.getByRole('button', { name: 'Send report' }).click()
    const number = await stranger.getByText(/^R-[2-9A-Z]{4}$/).innerText()
    const admin = await site.person()
    await openAdmin(admin, site, 'reports')
    await admin.getByRole('button', { name: `Open case ${number}` }).click()
    // They are read while nobody waits: the first answers come before that.
    let early = 2
    await admin.route(`**/admin/reports/${number}`, async (route) => {
      const response = await route.fetch()
      const body: unknown = await response.json()
      const found = endpoints.adminReport.reply.parse(body)
      if (found.case.transfer?.state === 'disabled' && early > 0) {
        early -= 1
        found.case.hashes = []
      }
      found.case.reports = 1734
      await route.fulfill({ response, json: found })
    })
    await admin.getByRole('button', { name: 'Disable now' }).click()
    await expect(admin.getByText(/^1 of 1,734 reports are shown/)).toBeVisible()
    await admin.getByRole('button', { name: 'Add to the block list' }).click()
    expect(early).toBe(0)
    const lines = admin.getByRole('dialog').getByRole('textbox', { name: 'SHA-256 hashes' })
    await expect(lines).toHaveValue(/^[0-9a-f]{64} {2}invoice\.txt\n[0-9a-f]{64} {2}LICENSE\.txt$/)
    await isFine(admin, 'hashes with names')
  },
)

test(
  'an administrator reads both letters before sending; the sender finds the reasons with the manage link, and objects',
  onlyInThoroughRun,
  async ({ site }) => {
    test.slow()
    site.expected.push(/status of (404|410|451)/)
    const sent = await sendTransfer({ baseUrl: site.origin }, Buffer.from('hello'), {
      filename: 'invoice.txt',
    })
    const stranger = await site.person()
    await stranger.goto(`/report?link=${encodeURIComponent(`${site.origin}/download/${sent.linkId}`)}`)
    await fillReport(stranger, 'kim@rights.example')
    await stranger.getByRole('button', { name: 'Send report' }).click()
    const number = await stranger.getByText(/^R-[2-9A-Z]{4}$/).innerText()

    const admin = await site.person()
    await openAdmin(admin, site, 'reports')
    await expect(admin.getByRole('cell', { name: /Malware or phishing.*invoice\.txt/ })).toBeVisible()
    await isFine(admin, 'queue')
    const year = new Date().getUTCFullYear() - 1
    await expect(admin.getByLabel('From')).toHaveValue(`${year}-01-01`)
    const saving = admin.waitForEvent('download')
    await admin.getByRole('button', { name: 'Export notices (CSV)' }).click()
    const [, total] = (await readFile(await (await saving).path(), 'utf8')).split('\r\n')
    expect(total).toContain(`,${year}-01-01/${year}-12-31,TOTAL,,0,`)
    await admin.getByRole('button', { name: `Open case ${number}` }).click()
    await expect(admin.getByText('invoice.exe is a trojan.')).toBeVisible()
    await expect(admin.getByRole('tabpanel')).toBeFocused()
    await admin.getByRole('button', { name: 'Disable now' }).click()
    await expect(admin.getByRole('button', { name: 'Restore' })).toBeVisible()
    await expect(admin.getByRole('tabpanel')).toBeFocused()
    await isFine(admin, 'case')
    await hold(admin)
    await block(admin)
    await admin.getByRole('button', { name: 'Decide...' }).click()
    const dialog = admin.getByRole('dialog')
    await expect(dialog.getByRole('button', { name: 'Read the letters' })).toBeDisabled()
    await dialog.getByRole('radio', { name: 'End the transfer' }).check()
    await dialog.getByRole('textbox', { name: 'Country' }).fill('de')
    await dialog.getByRole('textbox', { name: 'Law and paragraph' }).fill('StGB § 303a')
    await dialog.getByRole('textbox', { name: 'Facts' }).fill('It is a program named as a text.')
    await isFine(admin, 'decision')
    await dialog.getByRole('button', { name: 'Read the letters' }).click()
    await expect(dialog.getByText('Germany, StGB § 303a').first()).toBeVisible()
    await expect(dialog.getByText('We ended your transfer: “invoice.txt”')).toBeVisible()
    await isFine(admin, 'letters')
    await dialog.getByRole('button', { name: 'Change the decision' }).click()
    await expect(dialog.getByRole('radio', { name: 'End the transfer' })).toBeFocused()
    await dialog.getByRole('button', { name: 'Read the letters' }).click()
    await dialog.getByRole('button', { name: 'Decide and send' }).click()
    await expect(dialog).toBeHidden()
    await expect(admin.getByRole('heading', { name: 'Decision' })).toBeVisible()
    await expect(admin.getByRole('tabpanel')).toBeFocused()
    await expect(admin.getByText('Germany, StGB § 303a')).toBeVisible()
    await isFine(admin, 'decided')

    const sender = await site.person()
    await sender.goto(new URL(sent.reply.manageUrl).href.replace(/^https?:\/\/[^/]+/, site.origin))
    await sender.getByRole('link', { name: 'Read the reasons' }).click()
    await expect(sender.getByRole('heading', { name: 'We ended your transfer.' })).toBeVisible()
    await expect(sender.getByText('It is a program named as a text.')).toBeVisible()
    await expect(sender.getByText('rights.example')).toBeHidden()
    await isFine(sender, 'decision')
    await sender.getByRole('button', { name: 'Object to this decision' }).click()
    await sender.getByRole('textbox', { name: 'Why is the decision wrong?' }).fill('It is only a text.')
    await sender.getByRole('button', { name: 'Send objection' }).click()
    await expect(sender.getByText('We received your objection.', { exact: false })).toBeFocused()
    await sender.goto(`/decision/${'A'.repeat(22)}#${'A'.repeat(43)}`)
    await expect(sender.getByRole('heading', { name: 'Report not found' })).toBeVisible()
    await isFine(sender, 'not found')
  },
)

test(
  'the case of a file request shows what it asks for, and closes and opens it',
  onlyInThoroughRun,
  async ({ site }) => {
    const owner = await site.person(ownAddress())
    const name = await signUp(owner)
    const title = 'Your bank: confirm your passport'
    const link = await askWith(owner, { title, checklist: ['Passport', 'Credit card'] })
    const stranger = await site.person(ownAddress())
    await stranger.goto(`/report?link=${encodeURIComponent(link)}`)
    await fillReport(stranger, 'kim@rights.example')
    await stranger.getByRole('button', { name: 'Send report' }).click()
    const number = await stranger.getByText(/^R-[2-9A-Z]{4}$/).innerText()
    const follow = await stranger.getByRole('textbox', { name: 'Link that follows this report' }).inputValue()

    const admin = await site.person(ownAddress())
    await openAdmin(admin, site, 'reports')
    await expect(admin.getByRole('cell', { name: title })).toBeVisible()
    await admin.getByRole('searchbox', { name: 'Number, file or hash' }).fill('R-none')
    await expect(admin.getByText('No reports found.')).toBeVisible()
    await admin.getByRole('searchbox', { name: 'Number, file or hash' }).fill('')
    await admin.getByRole('button', { name: `Open case ${number}` }).click()
    await expect(admin.getByText('words that are common in phishing: passport, credit card.')).toBeVisible()
    await isFine(admin, 'case of a request')
    await admin.getByRole('button', { name: 'Disable now' }).click()
    await expect(admin.getByText('The request is closed.').first()).toBeVisible()
    await stranger.goto(link)
    await expect(stranger.getByText(`Ask ${name} for a new link.`)).toBeVisible()
    await stranger.goto(follow)
    await expect(stranger.getByText('We closed the file request')).toBeVisible()
    await expect(stranger.getByText('We stopped all downloads')).toHaveCount(0)
    await admin.getByRole('button', { name: 'Restore' }).click()
    await expect(admin.getByText('The request is open again.').first()).toBeVisible()
  },
)
