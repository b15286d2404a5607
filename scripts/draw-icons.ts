// Draws the icons and the preview picture of src/web/public from the mark. Run it with `node scripts/draw-icons.ts` when
// the mark changes, and look at what it made.
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import { browserOptions } from '#tests/support/browser/browser.ts'

const folder = fileURLToPath(new URL('../src/web/public/', import.meta.url))
const mark = await readFile(new URL('../src/web/mark.svg', import.meta.url), 'utf8')
const font = await readFile(
  new URL(
    '../node_modules/@fontsource-variable/sofia-sans/files/sofia-sans-latin-wght-normal.woff2',
    import.meta.url,
  ),
  'base64',
)

/** The mark with its rounded corners, for where icons are shown as they are. */
const rounded = `<style>svg { display: block; width: 100vw }</style>${mark}`
/** The mark on a full square, for systems that cut icons to a shape of their own: nothing of it is near the edge. */
const full = `<style>
  body { background: #ffd02e; display: grid; place-items: center; height: 100vh }
  svg { display: block; width: 76vw }
</style>${mark}`

const preview = `<style>
  @font-face { font-family: Sofia; font-weight: 1 1000; src: url(data:font/woff2;base64,${font}) }
  body { background: #ffd02e; color: #121715; font-family: Sofia; padding: 72px 80px; position: relative }
  b { display: block; font-size: 44px; font-weight: 800; letter-spacing: -0.025em }
  h1 { font-size: 104px; font-weight: 760; line-height: 0.98; letter-spacing: -0.035em; margin: 130px 0 0; width: 660px }
  svg { position: absolute; right: 60px; top: 120px; width: 400px }
</style>
<b>Restante</b>
<h1>Send files that don’t stay.</h1>
<svg viewBox="0 0 400 320">
  <path fill="#fff" d="M90 30h152l58 58v200H90z" />
  <path fill="#c9a100" d="M242 30l58 58h-58z" />
  <rect y="280" width="400" height="30" rx="15" fill="#121715" />
</svg>`

const pictures = [
  { name: 'icon-192.png', width: 192, height: 192, content: rounded },
  { name: 'icon-512.png', width: 512, height: 512, content: rounded },
  { name: 'icon-maskable-512.png', width: 512, height: 512, content: full },
  { name: 'apple-touch-icon.png', width: 180, height: 180, content: full },
  { name: 'preview.png', width: 1200, height: 630, content: preview },
]

const browser = await chromium.launch(await browserOptions())
const page = await browser.newPage()
for (const { name, width, height, content } of pictures) {
  await page.setViewportSize({ width, height })
  await page.setContent(`<style>body { margin: 0 }</style>${content}`)
  await page.evaluate(() => document.fonts.ready)
  await page.screenshot({ path: `${folder}${name}`, omitBackground: true })
}
await browser.close()
