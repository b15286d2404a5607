import { randomBytes } from 'node:crypto'
import { isFineInThoroughRun } from '#tests/support/browser/checks/is-fine.ts'
import { downloadButton } from '#tests/support/browser/pages/download-page.ts'
import { expect, test } from '#tests/support/browser/site.ts'
import { inThoroughRun } from '#tests/support/server/thoroughness.ts'
import { type Sent, sendSeveral } from '#tests/support/transfers/members.ts'

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, acceptDownloads: true }

test(
  'on a phone everything that a receiver wants to know is in view, and their file is one tap away',
  inThoroughRun,
  async ({ site }) => {
    const sent: readonly Sent[] = [1, 2, 3].map((n) => ({ path: `${n}.bin`, bytes: randomBytes(40_000) }))
    const description = `Dear Jonas,\n${'the plans for the house, as we said on Monday. '.repeat(10)}`
    const title = 'Plans_of_the_house_Lindenstraße_14_second_floor_and_garden'
    const fields = { description, senderName: 'Mara Lindqvist', title }
    const { id } = await sendSeveral({ baseUrl: site.origin }, sent, fields)
    const page = await site.person({ ...phone, locale: 'de-DE' })
    await page.goto(`/download/${id}`)
    const button = page.getByRole('button', { name: /^Alles herunterladen/ })
    for (const shown of [
      page.getByText('Mara Lindqvist'),
      page.getByText('Dear Jonas,'),
      page.getByRole('heading', { name: title }),
      page.getByText(/^Größe 11\d(,\d)?\sKB$/),
      page.getByText('3 Dateien', { exact: true }).first(),
      page.getByRole('timer'),
      button,
    ])
      await expect(shown).toBeInViewport({ ratio: 1 })
    const { height = 0 } = (await page.getByRole('timer').boundingBox()) ?? {}
    expect(height, 'the time left is one line').toBeLessThan(32)
    await expect(page.getByText('AES-256-GCM')).toBeHidden()
    await expect(page.getByText('Sicherheitshinweis')).toBeVisible()
    await isFineInThoroughRun(page, 'folded')
    const coming = page.waitForEvent('download')
    await button.tap()
    expect(await (await coming).failure()).toBeNull()

    await page.getByRole('button', { name: 'Ganze Nachricht anzeigen' }).tap()
    for (const part of ['Details', 'Teilen', 'Sicherheitshinweis'])
      await page.locator('summary', { hasText: part }).tap()
    await expect(page.getByText('AES-256-GCM')).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Link zum Teilen' })).toBeVisible()
    await isFineInThoroughRun(page, 'unfolded')
    await page.setViewportSize({ width: 1280, height: 800 })
    await expect(page.locator('summary')).toHaveCount(0)
    await expect(page.getByText('AES-256-GCM')).toBeVisible()
    await isFineInThoroughRun(page, 'wide')
  },
)

test(
  'a page that has had the one download stays yellow, with the true count and no link to pass on',
  inThoroughRun,
  async ({ site }) => {
    const sent: readonly Sent[] = [1, 2].map((n) => ({ path: `${n}.bin`, bytes: randomBytes(1000) }))
    const file = await sendSeveral({ baseUrl: site.origin }, sent, { deleteAfterDownload: 'true' })
    const page = await site.person({ acceptDownloads: true, colorScheme: 'light' })
    site.expected.push(/Failed to load resource/)
    await page.clock.install()
    await page.goto(`/download/${file.id}`)
    await expect(page.getByText('The sender limited the downloads.')).toBeVisible()
    await expect(page.locator('.c-list')).toHaveCount(0)
    const download = page.waitForEvent('download')
    await downloadButton(page).click()
    expect(await (await download).failure()).toBeNull()
    await expect(page.getByText('Download started.')).toBeVisible()
    await isFineInThoroughRun(page, 'started')
    await expect(async () => {
      await page.clock.fastForward('00:10')
      await expect(page.getByRole('alert')).toHaveText(
        'Downloaded. The sender allowed one download, so the file has now been deleted.',
        { timeout: 500 },
      )
    }).toPass()
    await expect(page.locator('.file-box')).toHaveCSS('background-color', 'rgb(255, 208, 46)')
    await expect(page.getByText('1 download', { exact: true })).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Share link' })).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Show QR Code' })).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Upload Your Own File' })).toBeVisible()
    await isFineInThoroughRun(page, 'taken')
  },
)
