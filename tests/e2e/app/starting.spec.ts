import { ownAddress, signUp } from '#tests/support/accounts/people.ts'
import { holdPart } from '#tests/support/browser/network/hold-part.ts'
import { expect, test } from '#tests/support/browser/site.ts'
import { onlyInThoroughRun } from '#tests/support/server/thoroughness.ts'

const lost =
  /Failed to load resource|ERR_FAILED|could not be fetched|could not be loaded|dynamically imported module/

test('whose session it is is asked once, before the app is there, and known although no part of it can be fetched later', async ({
  site,
}) => {
  site.expected.push(lost)
  const page = await site.person(ownAddress())
  const username = await signUp(page)
  const html = await (await page.request.get('/terms')).text()
  // Only what the page itself names arrives.
  await page.route('**/assets/*.js', (route) =>
    html.includes(new URL(route.request().url()).pathname) ? route.fallback() : route.abort(),
  )
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/auth/me')) asked.push(request.url())
  })
  const app = await holdPart(page, 'base')
  const known = page.waitForResponse('**/api/auth/me')
  const loading = page.goto('/terms')
  await app.asked
  await known
  app.release()
  await loading
  await expect(page.getByRole('link', { name: `${username}, open My Files` })).toBeVisible()
  await expect(page.getByText('Loading...')).toHaveCount(0)
  expect(asked).toHaveLength(1)
})

test('a page that is starting says so, and nothing of a failure', onlyInThoroughRun, async ({ site }) => {
  const page = await site.person()
  const app = await holdPart(page, 'base')
  const loading = page.goto('/terms')
  await app.asked
  await expect(page.getByText('Loading...')).toBeVisible()
  // The styles are there by now: they hide what the page hides.
  await expect(page.getByText('Loading...')).toHaveCSS('font-family', /Sofia/)
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(page.getByRole('button')).toHaveCount(0)
  app.release()
  await loading
  await expect(page.getByRole('heading', { level: 1, name: 'Terms of service' })).toBeVisible()
})

test('an app that cannot be fetched offers a reload, in the language of the page', async ({ site }) => {
  site.expected.push(lost)
  const page = await site.person({ locale: 'de-DE' })
  await page.route('**/assets/base-*.js', (route) => route.fulfill({ status: 404, body: '' }))
  await page.goto('/terms')
  await expect(page.getByRole('alert')).toContainText('Diese Seite konnte nicht geladen werden')
  await expect(page.getByText('Wird geladen')).toHaveCount(0)
  await page.unroute('**/assets/base-*.js')
  await page.getByRole('button', { name: 'Seite neu laden' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Nutzungsbedingungen' })).toBeVisible()
})
