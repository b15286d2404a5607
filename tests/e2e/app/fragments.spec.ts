import type { Page } from '@playwright/test'
import { newName, ownAddress } from '#tests/support/accounts/people.ts'
import { pagesForAdministrators, pagesForGuests } from '#tests/support/browser/pages/all-pages.ts'
import { become } from '#tests/support/browser/roles.ts'
import { expect, test } from '#tests/support/browser/site.ts'
import { onlyInThoroughRun } from '#tests/support/server/thoroughness.ts'

/** What follows the number sign of an address, such as the secret of a deletion link. */
const secret = 'k7Qw-fragment-9xZ'

/** Everything that a page sends, and what it writes to the console, from now on. */
function watch(page: Page): string[] {
  const seen: string[] = []
  page.on('request', (request) => {
    seen.push(request.url().split('#')[0] ?? '', request.postData() ?? '', JSON.stringify(request.headers()))
  })
  page.on('console', (message) => seen.push(message.text()))
  return seen
}

/** What a page keeps: the query of its address, the state of its history, and the stores of the browser. */
function keptBy(page: Page): Promise<string> {
  return page.evaluate(() =>
    JSON.stringify([
      location.pathname,
      location.search,
      history.state,
      { ...localStorage },
      { ...sessionStorage },
    ]),
  )
}

const unknown = 'AAAAAAAAAAAAAAAAAAAAAA'
/** Pages whose own secret stands there: they ask the server whether it still opens the set-up, or invites to an account. */
const withSecret = ['/setup', '/register']
const withoutSecret = (address: string) => !withSecret.includes(address)
const ofAdministrators = pagesForAdministrators.filter(withoutSecret)
const ofGuests = [...pagesForGuests, ...ofAdministrators, '/no-such-page'].filter(withoutSecret)

for (const [what, role, addresses, details] of [
  ['page of a guest', 'guest', ['/', `/delete/${unknown}`, `/download/${unknown}`, '/portal/files'], {}],
  ['other page of a guest', 'guest', ofGuests, onlyInThoroughRun],
  [
    'page of an administrator',
    'administrator',
    ['/', '/login', '/change-password', '/dashboard', ...ofAdministrators],
    onlyInThoroughRun,
  ],
] as const) {
  test(`what follows the number sign leaves no ${what}`, details, async ({ site }) => {
    site.expected.push(/status of 404/)
    const page = await site.person(ownAddress())
    await become(page, role, newName(), site.dataDir)
    const seen = watch(page)
    for (const address of addresses) {
      await page.goto(`${address}#${secret}`)
      await expect(page.locator('#main h1').first()).toBeVisible()
      await page.reload()
      await expect(page.locator('#main h1').first()).toBeVisible()
      expect(await keptBy(page), address).not.toContain(secret)
      // Another document, so that the next address is loaded and not only its fragment changed.
      await page.goto('/robots.txt')
    }
    expect(seen.filter((text) => text.includes(secret))).toEqual([])
  })
}

for (const [address, details] of [
  ['/portal/contacts?search=x', {}],
  ['/', onlyInThoroughRun],
  ['/portal/files', onlyInThoroughRun],
  ['/admin?tab=users', onlyInThoroughRun],
] as const) {
  test(`nor does it when the session ends on ${address}`, details, async ({ site }) => {
    site.expected.push(/status of 401/)
    const page = await site.person(ownAddress())
    await become(page, 'administrator', newName(), site.dataDir)
    const seen = watch(page)
    await page.goto(`${address}#${secret}`)
    await expect(page.locator('#main h1').first()).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect(await keptBy(page)).not.toContain(secret)
    await page.evaluate(() => {
      localStorage.setItem('token', 'x'.repeat(43))
      localStorage.setItem('refreshToken', 'x'.repeat(43))
    })
    await page
      .getByRole('button', { name: /^Notifications/ })
      .first()
      .click()
    await expect(page.getByText('Your session has ended. Please sign in again.')).toBeVisible()
    expect(await keptBy(page)).not.toContain(secret)
    expect(seen.filter((text) => text.includes(secret))).toEqual([])
  })
}
