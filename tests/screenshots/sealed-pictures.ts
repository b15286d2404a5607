import type { Page } from '@playwright/test'
import { t } from '#web/i18n/t.ts'
import { open, type Picture, press } from './picture.ts'

const text = `Key box left of the gate: 4417
Alarm: 90 seconds to switch it off, code 2231 then #
Wi-Fi: siteoffice-guest / maas-berth-14-west

Please give the spare key back to the guard at berth 12 before Friday noon.`

async function write(page: Page): Promise<void> {
  await open(page, '/')
  await press(page, t('home.writeText'))
  await page.locator('.write textarea').fill(text)
}

/** End-to-end encrypted transfers and texts, as their senders and receivers see them. */
export const sealedPictures: readonly Picture[] = [
  { name: 'text-write', role: 'user', arrange: write },
  {
    name: 'text-write-options',
    role: 'user',
    only: 'phone',
    async arrange(page) {
      await write(page)
      await page.locator('.sumline button').click()
      await page.getByRole('switch').last().check()
    },
  },
  {
    name: 'text-write-discard',
    role: 'user',
    async arrange(page) {
      await write(page)
      await press(page, t('sealing.filesInstead'))
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'text-sent',
    role: 'user',
    async arrange(page) {
      await write(page)
      await page.locator('.go .btn-primary').click()
      await page.locator('.copyfield').first().waitFor()
    },
  },
]
