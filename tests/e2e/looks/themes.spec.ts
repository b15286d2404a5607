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
