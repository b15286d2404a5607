import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { nodePrimitives } from '#end-to-end/drivers/node.ts'
import { linkFragment } from '#end-to-end/format/link-key.ts'
import { holdRanges } from '#tests/support/browser/network/hold-ranges.ts'
import { seal, uploadSealed } from '#tests/support/transfers/sealed/sealed-transfers.ts'
import { t } from '#web/i18n/t.ts'
import { open, type Picture, press } from './picture.ts'
import type { Studio } from './studio.ts'

const text = `Key box left of the gate: 4417
Alarm: 90 seconds to switch it off, code 2231 then #
Wi-Fi: siteoffice-guest / maas-berth-14-west

Please give the spare key back to the guard at berth 12 before Friday noon.`

async function write(page: Page): Promise<void> {
  await open(page, '/')
  await press(page, t('home.writeText'))
  await page.locator('.write textarea').fill(text)
}

const picture = new URL('../../src/web/public/preview.png', import.meta.url)
const small = new URL('../../src/web/public/apple-touch-icon.png', import.meta.url)
const words = { title: 'Maasvlakte handover', senderName: 'Ines Moreau' }
const message = 'Hi Jonas, here is the full handover. Tell me if a berth is missing.'

async function filesToSeal() {
  const [bytes, thumbnail] = [await readFile(picture), await readFile(small)]
  const photo = (path: string) => ({ path, bytes, type: 'image/png', thumbnail })
  return [
    { path: 'Handover-protocol_signed.pdf', bytes: Buffer.alloc(380_000, 'pdf') },
    { path: 'Berth-list 2027.xlsx', bytes: Buffer.alloc(21_200, 'xlsx') },
    { path: 'notes.txt', bytes: Buffer.from(text), type: 'text/plain' },
    photo('Quay photos/IMG_20261101_0714.png'),
    photo('Quay photos/berth-14 plan.png'),
    { path: 'Crane photos/film.mp4', bytes: Buffer.alloc(2_300_000, 'film'), type: 'video/mp4' },
  ]
}

type Sealing = NonNullable<Parameters<typeof seal>[1]>

/** Opens the link of something sealed, without the browser's own question where to save it. */
async function openSealed(
  page: Page,
  studio: Studio,
  said: Sealing,
  {
    files = [],
    limit,
    key = true,
  }: { files?: Parameters<typeof seal>[0]; limit?: string; key?: boolean } = {},
): Promise<void> {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker'))
  const sealed = await seal(files, said)
  const headers = { authorization: `Bearer ${await studio.tokenOf('user')}` }
  const fields: Record<string, string> = limit === undefined ? {} : { downloadLimit: limit }
  const { file } = await uploadSealed(studio, sealed, fields, { headers })
  const fragment = key ? `#${await linkFragment(nodePrimitives, sealed.linkKey)}` : ''
  await open(page, file.downloadUrl + fragment)
}

async function openFiles(page: Page, studio: Studio): Promise<void> {
  await openSealed(page, studio, { ...words, message }, { files: await filesToSeal() })
  await page.locator('.c-list').waitFor()
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
  {
    name: 'text-open',
    role: 'guest',
    arrange: (page, studio) => openSealed(page, studio, { ...words, text }),
  },
  {
    name: 'text-open-once',
    role: 'guest',
    arrange: (page, studio) => openSealed(page, studio, { ...words, text }, { limit: '1' }),
  },
  {
    name: 'text-open-once-shown',
    role: 'guest',
    async arrange(page, studio) {
      await openSealed(page, studio, { ...words, text }, { limit: '1' })
      await press(page, t('sealed.open'))
      await page.locator('.sealed-words').waitFor()
      await page.locator('.box-empty').waitFor()
    },
  },
  {
    name: 'text-open-shown',
    role: 'guest',
    async arrange(page, studio) {
      await openSealed(page, studio, { ...words, text })
      await press(page, t('sealed.showText'))
    },
  },
  { name: 'sealed-files', role: 'guest', arrange: openFiles },
  {
    name: 'sealed-selected',
    role: 'guest',
    async arrange(page, studio) {
      await openFiles(page, studio)
      for (const box of (await page.locator('.c-list input').all()).slice(0, 3)) await box.check()
    },
  },
  {
    name: 'sealed-preview',
    role: 'guest',
    async arrange(page, studio) {
      await openFiles(page, studio)
      await page.locator('button.c-name', { hasText: 'berth-14' }).click()
      await page.locator('.viewer img').waitFor()
    },
  },
  {
    name: 'sealed-single',
    role: 'guest',
    async arrange(page, studio) {
      await openSealed(page, studio, words, { files: (await filesToSeal()).slice(3, 4) })
      await page.locator('.single-preview .btn').waitFor()
    },
  },
  {
    name: 'sealed-key',
    role: 'guest',
    arrange: async (page, studio) =>
      openSealed(page, studio, words, { files: await filesToSeal(), key: false }),
  },
  {
    name: 'sealed-running',
    role: 'guest',
    async arrange(page, studio) {
      await openFiles(page, studio)
      await holdRanges(page)
      await page.locator('.get .btn-primary').click()
      await page.getByRole('progressbar').waitFor()
    },
  },
  {
    name: 'sealed-done',
    role: 'guest',
    async arrange(page, studio) {
      await openFiles(page, studio)
      await page.locator('.get .btn-primary').click()
      await page.locator('.begun').waitFor()
    },
  },
  {
    name: 'sealed-incomplete',
    role: 'guest',
    async arrange(page, studio) {
      await openFiles(page, studio)
      // The worker that saves asks, not the page.
      await page
        .context()
        .route('**/*', (route) =>
          route.request().headers().range ? route.fulfill({ status: 404 }) : route.continue(),
        )
      await page.locator('.get .btn-primary').click()
      await page
        .getByText(t('sealed.nothingSaved'))
        .or(page.getByText(t('sealed.deleteIt')))
        .first()
        .waitFor()
    },
  },
]
