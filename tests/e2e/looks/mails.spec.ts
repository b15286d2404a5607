import { languages } from '#contract/languages.ts'
import { fileSharedMail } from '#server/messaging/mail/compose-link-mail.ts'
import { textsIn } from '#server/messaging/mail/mail-texts.ts'
import { isFine } from '#tests/support/browser/checks/is-fine.ts'
import { expect, test } from '#tests/support/browser/site.ts'
import { onlyInThoroughRun } from '#tests/support/server/thoroughness.ts'

const link = {
  url: 'https://files.example.eu/download/AAAAAAAAAAAAAAAAAAAAAA',
  title: 'Übergabe der Wohnung',
  filename: `${'Vertragsunterlagen_Wohnung-'.repeat(5)}.zip`,
  fileCount: 62,
  size: 1_224_065_679,
  expiresAt: Date.UTC(2026, 10, 27, 13),
  timeZone: 'Europe/Vienna',
  passwordProtected: true,
  deleteAfterDownload: true,
  ownerOnly: false,
  senderName: 'Ines Moreau',
  message: `Hi Jonas,\n${'x'.repeat(200)}`,
  site: 'files.example.eu',
  supportMail: 'help@files.example.eu',
}

for (const language of languages)
  test(
    `a mail in ${language} is clean and fits 320 px and 640 px, light and dark`,
    onlyInThoroughRun,
    async ({ site }) => {
      const { html } = fileSharedMail(link, textsIn(language))
      const page = await site.person({ viewport: { width: 320, height: 600 } })
      await page.setContent(html)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        await isFine(page, colorScheme)
        const paper = await page.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor)
        expect(paper).toBe(colorScheme === 'dark' ? 'rgb(14, 17, 16)' : 'rgb(241, 244, 243)')
      }
      await page.setViewportSize({ width: 640, height: 600 })
      await isFine(page, '640 px')
    },
  )
