import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { languages } from '#contract/languages.ts'
import { adminPictures } from '#tests/screenshots/admin-pictures.ts'
import { guestPictures } from '#tests/screenshots/guest-pictures.ts'
import type { Picture } from '#tests/screenshots/picture.ts'
import { sealedPictures } from '#tests/screenshots/sealed-pictures.ts'
import { openStudio, type Size, type Studio } from '#tests/screenshots/studio.ts'
import { userPictures } from '#tests/screenshots/user-pictures.ts'
import { findMisplaced, isInPlace } from '#tests/support/browser/checks/in-place.ts'
import { inLooks } from '#tests/support/browser/checks/looks.ts'
import { expect, test } from '#tests/support/browser/site.ts'
import { speakInTest } from '#tests/support/browser/speak-in-test.ts'
import { upload } from '#tests/support/transfers/transfers.ts'

test('a guest on a phone finds everything in its place, in German', async ({ site }) => {
  const page = await site.person({ viewport: { width: 390, height: 844 }, locale: 'de-DE' })
  await page.goto('/')
  await isInPlace(page, 'home')
  const name = 'Quartalsabrechnung_Betriebskosten_Wohnung_3_links_endgültige_Fassung.pdf'
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name, mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n') })
  await expect(page.getByText(name).first()).toBeVisible()
  await isInPlace(page, 'selected')
  const sent = await upload(site.origin, Buffer.from('%PDF-1.7\n'), { description: 'Hallo' }, name)
  await page.goto(`/download/${sent.id}`)
  await expect(page.getByRole('button', { name: 'Datei herunterladen' })).toBeVisible()
  await isInPlace(page, 'download')
})

/** Sizes in which states are brought about, and the widths at which each is measured. */
const sizes: readonly { readonly size: Size; readonly widths: readonly number[] }[] = [
  { size: { name: 'phone', width: 390, height: 844 }, widths: [390] },
  { size: { name: 'desktop', width: 1280, height: 800 }, widths: [1280, 1920] },
]
const pictures = [...guestPictures, ...userPictures, ...sealedPictures, ...adminPictures]

for (const language of languages)
  for (const { size, widths } of sizes)
    test(`every state has everything in its place, ${language}, ${size.name}`, inLooks, async () => {
      test.setTimeout(20 * 60_000)
      speakInTest(language)
      const dataDir = await mkdtemp(join(tmpdir(), 'restante-in-place-'))
      const studio = await openStudio(dataDir)
      const found: string[] = []
      try {
        for (const picture of pictures) {
          if (picture.only && picture.only !== size.name) continue
          for (const line of await measure(picture, studio)) found.push(`${picture.name}: ${line}`)
        }
      } finally {
        await studio.close()
        await rm(dataDir, { recursive: true, force: true })
      }
      expect(found).toEqual([])

      async function measure(picture: Picture, studio: Studio): Promise<string[]> {
        const page = await studio.open(picture.role, language, size, picture.terms)
        page.setDefaultTimeout(60_000)
        try {
          await picture.arrange(page, studio)
          // A server that is stopped for its picture never answers.
          await page.waitForLoadState('networkidle', { timeout: 2000 }).catch(() => {})
          const lines: string[] = []
          for (const width of widths) {
            await page.setViewportSize({ width, height: size.height })
            for (const line of await findMisplaced(page)) lines.push(`${width} px: ${line}`)
          }
          return lines
        } catch (error) {
          return [`cannot be brought about: ${String(error).split('\n')[0]}`]
        } finally {
          await picture.restore?.(studio)
          await page.context().close()
        }
      }
    })
