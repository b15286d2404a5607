// Takes a picture of every page and state, on desktop and phone, in light and dark, in every language:
//
//   npm run screenshots -- [--language de] [--only 'portal|admin'] [folder]
//
// They lie in the folder (screenshots unless told) together with index.html, which shows them side by side. The app is
// built first when it is older than its sources. Look at them after changing a page.
import '../../scripts/build-if-stale.mjs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Page } from '@playwright/test'
import { type Language, languages } from '#contract/languages.ts'
import { speakInTest } from '#tests/support/browser/speak-in-test.ts'
import { adminPictures } from './admin-pictures.ts'
import { guestPictures } from './guest-pictures.ts'
import type { Picture } from './picture.ts'
import { sealedPictures } from './sealed-pictures.ts'
import { openStudio, type Size, type Studio } from './studio.ts'
import { userPictures } from './user-pictures.ts'

const sizes: readonly Size[] = [
  { name: 'desktop', width: 1280, height: 800 },
  { name: 'phone', width: 390, height: 844 },
]
const schemes = ['light', 'dark'] as const

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { language: { type: 'string' }, only: { type: 'string' } },
})
const folder = positionals[0] ?? 'screenshots'
const wanted = new RegExp(values.only ?? '')
const spoken = languages.filter((language) => (values.language ?? language) === language)
const pictures = [...guestPictures, ...userPictures, ...sealedPictures, ...adminPictures].filter(({ name }) =>
  wanted.test(name),
)

const dataDir = await mkdtemp(join(tmpdir(), 'restante-screenshots-'))
const studio = await openStudio(dataDir)
const failures: string[] = []
try {
  for (const language of spoken) {
    speakInTest(language)
    await mkdir(join(folder, language), { recursive: true })
    for (const size of sizes) for (const picture of pictures) await take(picture, language, size, studio)
  }
} finally {
  await studio.close()
  await rm(dataDir, { recursive: true, force: true })
}
await writeFile(join(folder, 'index.html'), gallery())
for (const failure of failures) console.error(failure)
console.log(`${pictures.length} states in ${spoken.join(', ')}: ${join(folder, 'index.html')}`)
process.exitCode = failures.length > 0 ? 1 : 0

/** Brings a page into its state once, and takes its picture in both schemes. */
async function take(picture: Picture, language: Language, size: Size, studio: Studio): Promise<void> {
  if (picture.only && picture.only !== size.name) return
  const page = await studio.open(picture.role, language, size, picture.terms)
  page.setDefaultTimeout(10_000)
  try {
    await picture.arrange(page, studio)
    await settle(page, size)
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme })
      await page.screenshot({ path: join(folder, nameOf(picture, language, size, colorScheme)) })
    }
  } catch (error) {
    failures.push(`${picture.name}, ${language}, ${size.name}: ${String(error).split('\n')[0]}`)
  } finally {
    await picture.restore?.(studio)
    await page.context().close()
  }
}

/** Waits for what is still coming, and makes the window as high as the page: what is fixed to it stays at its edges. */
async function settle(page: Page, { width, height }: Size): Promise<void> {
  // A server that is stopped for the picture never comes to an end.
  await page.waitForLoadState('networkidle', { timeout: 2000 }).catch(() => {})
  await page.evaluate(() => document.fonts.ready)
  const whole = await page.evaluate(() => document.documentElement.scrollHeight)
  const inDialog = (await page.locator('dialog[open]').count()) > 0
  if (!inDialog) await page.setViewportSize({ width, height: Math.max(height, whole) })
}

function nameOf({ name }: Picture, language: Language, size: Size, scheme: string): string {
  return join(language, `${name}-${size.name}-${scheme}.png`)
}

function gallery(): string {
  const rows = spoken.flatMap((language) =>
    pictures.map((picture) => {
      const images = sizes.flatMap((size) =>
        schemes.map(
          (scheme) => `<img loading="lazy" src="${nameOf(picture, language, size, scheme)}" alt="">`,
        ),
      )
      return `<h2>${picture.name}, ${language}</h2><div>${images.join('')}</div>`
    }),
  )
  const style =
    'div { display: flex; gap: 1rem; align-items: start } img { max-height: 40rem; max-width: 35% }'
  return `<!doctype html><meta charset="utf-8"><title>Screenshots</title><style>${style}</style>${rows.join('\n')}`
}
