import { basename } from 'node:path'
import type { Page } from '@playwright/test'
import { hasSendingParts } from '#tests/support/browser/pages/sending-parts.ts'
import { t } from '#web/i18n/t.ts'
import { open, openExact, type Picture, plainPage, press, unfold } from './picture.ts'
import type { Studio } from './studio.ts'

async function select(page: Page, { film, bill }: Studio): Promise<void> {
  await open(page, '/')
  await page.locator('input[type=file]').first().setInputFiles([film, bill])
  await page.locator('.files').waitFor()
}

async function send(page: Page, studio: Studio): Promise<void> {
  await select(page, studio)
  await page.locator('.opts form, form.opts, .opts').locator('.btn-primary').last().click()
}

async function sendAndWait(page: Page, studio: Studio): Promise<void> {
  await send(page, studio)
  // A link shown early has no details yet, and leaving the page would end its upload.
  await page.locator('summary', { hasText: t('success.details') }).waitFor()
}

/** What someone without an account can see. */
export const guestPictures: readonly Picture[] = [
  plainPage('home', 'guest', '/'),
  {
    name: 'home-dragover',
    role: 'guest',
    async arrange(page) {
      await open(page, '/')
      const dataTransfer = await page.evaluateHandle(() => {
        const transfer = new DataTransfer()
        transfer.items.add(new File([''], 'plan.pdf'))
        return transfer
      })
      await page.dispatchEvent('body', 'dragenter', { dataTransfer })
      await page.locator('.drop.over').waitFor()
    },
  },
  {
    name: 'home-left-out',
    role: 'guest',
    async arrange(page, studio) {
      await select(page, studio)
      await page
        .locator('input[type=file]')
        .first()
        .setInputFiles({ name: 'setup.exe', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n') })
      await page.getByRole('alert').first().waitFor()
    },
  },
  { name: 'home-selected', role: 'guest', arrange: select },
  {
    name: 'home-email',
    role: 'guest',
    async arrange(page, studio) {
      await select(page, studio)
      const change = page.locator('.sumline button')
      if (await change.isVisible()) await change.click()
      await page.getByRole('radio', { name: t('mail.sendByEmail') }).check()
    },
  },
  {
    name: 'home-uploading',
    role: 'guest',
    async arrange(page, studio) {
      await select(page, studio)
      await hasSendingParts(page)
      studio.freeze()
      await page.locator('.opts .btn-primary').last().click()
      await page.locator('.feed').waitFor()
    },
    restore: async (studio) => studio.thaw(),
  },
  { name: 'home-done', role: 'guest', arrange: sendAndWait },
  {
    name: 'home-done-details',
    role: 'guest',
    async arrange(page, studio) {
      await sendAndWait(page, studio)
      await page.locator('summary', { hasText: t('success.details') }).click()
    },
  },
  { name: 'manage', role: 'guest', arrange: openManagePage },
  {
    name: 'manage-links',
    role: 'guest',
    async arrange(page, studio) {
      await openManagePage(page, studio)
      await page.locator('summary', { hasText: t('manage.links') }).click()
      await page.getByRole('button', { name: t('manage.newLink') }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('textbox').fill('Port of Rotterdam')
      await dialog.getByRole('spinbutton').fill('5')
      await dialog.getByRole('button', { name: t('manage.create') }).click()
      await page.getByText('Port of Rotterdam').first().waitFor()
    },
  },
  {
    name: 'download-contents',
    role: 'guest',
    async arrange(page, studio) {
      await sendAndWait(page, studio)
      await page.goto(await page.locator('.copyfield input').first().inputValue())
      await page.getByText(basename(studio.bill)).first().waitFor()
    },
  },
  plainPage('stop-mails', 'guest', `/stop-mails#${'a'.repeat(64)}`),
  {
    name: 'home-failed',
    role: 'guest',
    async arrange(page, studio) {
      await page.route('**/api/files/upload*', (route) => route.fulfill({ status: 502, body: 'no' }))
      await send(page, studio)
      await page.getByRole('alert').first().waitFor()
    },
  },
  {
    name: 'home-offline',
    role: 'guest',
    async arrange(page, studio) {
      await select(page, studio)
      await page.context().setOffline(true)
      await page.locator('.notice').waitFor()
    },
  },
  {
    name: 'download',
    role: 'guest',
    arrange: (page, { files }) => open(page, `/download/${files.open.id}`),
  },
  {
    name: 'download-exact',
    role: 'guest',
    async arrange(page, { files }) {
      await open(page, `/download/${files.open.id}`)
      await unfold(page)
      await openExact(page)
    },
  },
  {
    name: 'download-password-wrong',
    role: 'guest',
    async arrange(page, { files }) {
      await open(page, `/download/${files.locked.id}`)
      await page.locator('.get input').fill('wrong')
      await page.locator('.get .btn-primary').click()
      await page.getByRole('alert').first().waitFor()
    },
  },
  {
    name: 'download-qr',
    role: 'guest',
    async arrange(page, { files }) {
      await open(page, `/download/${files.open.id}`)
      await unfold(page)
      await press(page, t('qr.show'))
      await page.locator('.qrcard').waitFor()
    },
  },
  {
    name: 'download-expired',
    role: 'guest',
    async arrange(page, { files }) {
      await page.clock.install()
      await open(page, `/download/${files.open.id}`)
      await page.clock.fastForward('24:00:00')
      await page.locator('.box-empty').waitFor()
    },
  },
  plainPage('download-not-available', 'guest', '/download/AAAAAAAAAAAAAAAAAAAAAA'),
  ...(['usedUp', 'withCode'] as const).map(
    (link): Picture => ({
      name: link === 'usedUp' ? 'download-used-up' : 'download-code',
      role: 'guest',
      arrange: (page, { links }) => open(page, `/download/${links[link]}`),
    }),
  ),
  {
    name: 'report',
    role: 'guest',
    arrange: (page, { files }) => open(page, `/report?link=${encodeURIComponent(files.open.downloadUrl)}`),
  },
  {
    name: 'report-followed',
    role: 'guest',
    arrange: (page, { report }) => open(page, `/report/${report.number}#${report.followToken}`),
  },
  { name: 'visit', role: 'guest', arrange: (page, { request }) => open(page, request.url) },
  {
    name: 'visit-selected',
    role: 'guest',
    async arrange(page, { request, bill }) {
      await open(page, request.url)
      await page.locator('input[type=file]').first().setInputFiles(bill)
      await page.getByText(basename(bill)).first().waitFor()
    },
  },
  {
    name: 'deletion',
    role: 'guest',
    arrange: (page, { files }) => open(page, files.open.deletionUrl),
  },
  plainPage('login', 'guest', '/login'),
  {
    name: 'login-failed',
    role: 'guest',
    async arrange(page) {
      await open(page, '/login')
      await page.locator('main input').first().fill('nobody')
      await page.locator('main input[type=password]').fill('wrong password')
      await page.locator('main [type=submit]').click()
      await page.getByRole('alert').waitFor()
    },
  },
  plainPage('register', 'guest', '/register'),
  {
    name: 'register-mistakes',
    role: 'guest',
    async arrange(page) {
      await open(page, '/register')
      await page.locator('main [type=submit]').click()
      await page.locator('.hint-bad').first().waitFor()
    },
  },
  plainPage('forgot-password', 'guest', '/forgot-password'),
  {
    name: 'forgot-password-sent',
    role: 'guest',
    async arrange(page) {
      await open(page, '/forgot-password')
      await page.locator('main input').fill('somebody@example.org')
      await page.locator('main [type=submit]').click()
      await page.getByText('somebody@example.org').waitFor()
    },
  },
  plainPage('reset-password', 'guest', '/reset-password?token=x'),
  plainPage('reset-password-without-token', 'guest', '/reset-password'),
  plainPage('terms', 'guest', '/terms'),
  ...[
    ['terms-dialog', 'none'],
    ['terms-dialog-changes', '1.0'],
  ].map(
    ([name = '', terms = '']): Picture => ({
      name,
      role: 'guest',
      terms,
      async arrange(page) {
        await open(page, '/')
        await page.getByRole('dialog').waitFor()
      },
    }),
  ),
  plainPage('privacy', 'guest', '/privacy'),
  plainPage('rights', 'guest', '/rights'),
  plainPage('pricing', 'guest', '/pricing'),
  plainPage('imprint', 'guest', '/imprint'),
  {
    name: 'unreachable',
    role: 'guest',
    async arrange(page) {
      await page.route('**/api/config', (route) => route.abort())
      await open(page, '/')
    },
  },
  {
    name: 'not-fetched',
    role: 'guest',
    async arrange(page) {
      await page.route('**/assets/legal-*.js', (route) => route.fulfill({ status: 404, body: '' }))
      await open(page, '/privacy')
    },
  },
  {
    name: 'maintenance',
    role: 'guest',
    async arrange(page, studio) {
      const administrator = await studio.asAdministrator()
      await administrator.call('enableMaintenance', { body: {} })
      await open(page, '/')
    },
    async restore(studio) {
      await (await studio.asAdministrator()).call('disableMaintenance')
    },
  },
]

/** Sends files and goes where their manage link leads. */
async function openManagePage(page: Page, studio: Studio): Promise<void> {
  await sendAndWait(page, studio)
  await page.locator('summary', { hasText: t('success.details') }).click()
  await page.goto(await page.getByRole('textbox', { name: t('success.manageLink') }).inputValue())
  await page.getByRole('combobox', { name: t('manage.until') }).waitFor()
}
