import { termsVersion } from '#contract/accounts/terms.ts'
import { acceptanceCookies } from '#contract/accounts/terms-status.ts'
import { choose, send, smallFile } from '#tests/support/browser/pages/home.ts'
import { expect, test } from '#tests/support/browser/site.ts'

const light = 'rgb(241, 244, 243)'
const dark = 'rgb(14, 17, 16)'

test('colours follow the system until someone chooses, and the choice is there from the first moment', async ({
  site,
}) => {
  const page = await site.person({ colorScheme: 'light' })
  await page.goto('/terms')
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const barColors = () =>
    page
      .locator('meta[name=theme-color]')
      .evaluateAll((metas) => metas.map((meta) => meta.getAttribute('content')))
  const choice = page.getByRole('combobox', { name: 'Theme' })
  await expect(choice).toHaveValue('system')
  expect(await background()).toBe(light)
  await choice.selectOption('Dark')
  expect(await background()).toBe(dark)
  expect(await barColors()).toEqual(['#0E1110', '#0E1110'])

  // As the server sends it, before the app is there.
  await page.route('**/assets/*.js', (route) => route.abort())
  site.expected.push(/Failed to load resource/)
  await page.reload({ waitUntil: 'domcontentloaded' })
  await expect.poll(background).toBe(dark)
  await page.unroute('**/assets/*.js')

  await page.goto('/terms')
  await expect(choice).toHaveValue('dark')
  await choice.selectOption('System')
  expect(await background()).toBe(light)
  expect(await barColors()).toEqual(['#F1F4F3', '#0E1110'])
  await page.reload()
  await expect(choice).toHaveValue('system')
})

test('a preview of a link shows the service, never the file', async ({ site }) => {
  const page = await site.person()
  await choose(page, smallFile('salaries-2026.txt'))
  const { link } = await send(page)
  const html = await (await fetch(link)).text()
  expect(html).not.toContain('salaries')
  const [, image = ''] = /<meta property="og:image" content="([^"]+)"/.exec(html) ?? []
  expect(image).toBe(`${site.origin}/preview.png`)
  const picture = await fetch(image)
  expect(picture.headers.get('content-type')).toBe('image/png')
  expect(html).toContain('<meta property="og:title" content="Restante"')
})

test('the app can be put on a home screen', async ({ site }) => {
  const page = await site.person()
  await page.goto('/')
  const address = await page.locator('link[rel=manifest]').getAttribute('href')
  const answer = await fetch(new URL(address ?? '', site.origin))
  expect(answer.headers.get('content-type')).toContain('application/manifest+json')
  const { name, icons } = await answer.json()
  expect(name).toBe('Restante')
  for (const { src, sizes, type } of icons) {
    const icon = await fetch(new URL(src, site.origin))
    expect(icon.headers.get('content-type')).toBe(type)
    const [width] = sizes.split('x')
    // The width of a PNG stands in bytes 16 to 19.
    expect(Buffer.from(await icon.arrayBuffer()).readUInt32BE(16)).toBe(Number(width))
  }
})

test('a printed download page has the name, the link and the end, and nothing to press', async ({ site }) => {
  const page = await site.person()
  await choose(page, smallFile('plan.txt'))
  const { link } = await send(page)
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'plan.txt' })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText(link)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'plan.txt' })).toBeVisible()
  await expect(page.getByText('remaining')).toBeVisible()
  const controls = page.locator('a, button, input, select').filter({ visible: true })
  expect(await controls.evaluateAll((all) => all.map((one) => one.outerHTML))).toEqual([])
})

test('every page asks for its own parts at once, however its address is written', async ({ site }) => {
  const accepted = `${acceptanceCookies.accepted}=true; ${acceptanceCookies.version}=${termsVersion}`
  const pageAt = async (path: string, cookie = accepted) =>
    (await fetch(site.origin + path, { headers: { cookie } })).text()
  const scripts = /(?<=rel="modulepreload" [^>]*href="\/assets\/)[a-z-]+(?=-[\w-]{8}\.js")/g
  const texts = /(?<=\/assets\/texts-[\w-]{8}\/)[a-z-]+/g
  const partsOf = async (...at: Parameters<typeof pageAt>) => (await pageAt(...at)).match(scripts) ?? []
  const textsOf = async (...at: Parameters<typeof pageAt>) => (await pageAt(...at)).match(texts) ?? []
  expect(await partsOf('/')).toContain('upload-page')
  expect(await partsOf('/download/AAAAAAAAAAAAAAAAAAAAAA')).toContain('download-page')
  expect(await partsOf('/DELETE/AAAAAAAAAAAAAAAAAAAAAA/?x')).toContain('deletion-page')
  expect(await partsOf('/portal/files?page=2')).toEqual(expect.arrayContaining(['signed-in', 'shared']))
  expect(await partsOf('/terms')).toContain('legal')
  expect(await partsOf('/terms')).not.toContain('upload-page')
  expect(await partsOf('/admin')).toContain('admin')
  expect(await partsOf('/no/such/page')).toEqual([])
  // The texts in the language of the page, and the terms where they have not been accepted.
  expect(await textsOf('/portal', `${accepted}; language=fr`)).toEqual(['fr-base', 'fr-portal'])
  expect(await textsOf('/')).toEqual(['en-base'])
  expect(await textsOf('/', '')).toEqual(['en-base', 'en-legal'])
  expect(await partsOf('/', '')).toEqual(expect.arrayContaining(['terms-acceptance', 'terms-dialog']))
  expect(await partsOf('/no/such/page', '')).not.toEqual([])
})
