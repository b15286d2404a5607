import type { Locator, Page } from '@playwright/test'
import { isClean } from '#tests/support/browser/checks/is-fine.ts'
import { everythingRefused, refusedCode, tryCode } from '#tests/support/browser/checks/try-code.ts'
import { choose, smallFile } from '#tests/support/browser/pages/home.ts'
import { become, type Role } from '#tests/support/browser/roles.ts'
import { expect, test } from '#tests/support/browser/site.ts'
import { walkTo } from '#tests/support/browser/walk-to.ts'
import { onlyInThoroughRun } from '#tests/support/server/thoroughness.ts'

/** Every address for a guest, and where it leads. */
const guestWays: Readonly<Record<string, string>> = {
  '/': '/',
  '/upload': '/',
  '/login': '/login',
  '/register': '/register',
  '/forgot-password': '/forgot-password',
  '/reset-password': '/reset-password',
  '/reset-password?token=x': '/reset-password?token=x',
  '/change-password': '/login?redirect=%2Fchange-password',
  '/download/AAAAAAAAAAAAAAAAAAAAAA': '/download/AAAAAAAAAAAAAAAAAAAAAA',
  '/delete/AAAAAAAAAAAAAAAAAAAAAA': '/delete/AAAAAAAAAAAAAAAAAAAAAA',
  '/portal': '/login?redirect=%2Fportal',
  '/dashboard': '/login?redirect=%2Fportal',
  '/terms': '/terms',
  '/privacy': '/privacy',
  '/pricing': '/pricing',
  '/rights': '/rights',
  '/imprint': '/',
  '/admin': '/login?redirect=%2Fadmin',
  '/no/such/page': '/',
}

const userWays: Readonly<Record<string, string>> = {
  ...guestWays,
  '/login': '/portal',
  '/register': '/portal',
  '/change-password': '/portal',
  '/portal': '/portal',
  '/dashboard': '/portal',
  '/admin': '/portal',
}

type Navigation = {
  ways: Readonly<Record<string, string>>
  header: string[]
  topBar: string[]
  bottomBar: string[]
}

function navigationOf(role: Role, name: string): Navigation {
  if (role === 'guest') {
    return {
      ways: guestWays,
      header: ['Restante', 'Upload', 'Home', 'Login', 'Sign Up'],
      topBar: ['Restante', 'Sign Up'],
      bottomBar: ['Upload', 'Login'],
    }
  }
  const admin = role === 'administrator'
  return {
    ways: admin ? { ...userWays, '/admin': '/admin' } : userWays,
    header: [
      ...['Restante', 'Upload', 'My Files', ...(admin ? ['Admin'] : []), 'Home'],
      ...['Notifications', `${name}, open My Files`, 'Logout'],
    ],
    topBar: ['Restante', 'Notifications'],
    bottomBar: ['Upload', 'My Files', 'Menu'],
  }
}

/** The portal has a navigation of its own, in place of the others. */
const portalSections = ['Dashboard', 'Files', 'Requests', 'Contacts', 'Profile']

const footer = ['Upload', 'My Files', 'Sign Up', 'Pricing', 'Privacy', 'Terms', 'Your data']

/** The names of all links and buttons that can be seen in a part of the page. */
async function namesIn(part: Locator): Promise<string[]> {
  return part
    .locator('a, button')
    .filter({ visible: true })
    .evaluateAll((controls: HTMLElement[]) =>
      controls.map((control) => control.getAttribute('aria-label') ?? control.innerText),
    )
}

function header(page: Page): Locator {
  return page.locator('header')
}

async function noMainNavigation(page: Page): Promise<void> {
  for (const name of ['Main', 'Main, bottom bar'])
    await expect(page.getByRole('navigation', { name, exact: true })).toBeHidden()
}

function bottomBar(page: Page): Locator {
  return page.getByRole('navigation', { name: 'Main, bottom bar' })
}

/** Goes to an address that leads to another, without loading a page. */
function goInside(page: Page, address: string): Promise<void> {
  return page.evaluate((address) => {
    history.pushState(null, '', address)
    dispatchEvent(new PopStateEvent('popstate'))
  }, address)
}

const desktop = { width: 1280, height: 800 }
const phone = { width: 390, height: 844 }

for (const [role, details] of [
  ['guest', {}],
  ['user', onlyInThoroughRun],
  ['Pro', onlyInThoroughRun],
  ['administrator', onlyInThoroughRun],
] as const) {
  test(
    `every address shows the navigation of a ${role}, on a desktop and on a phone, and no text becomes code there`,
    details,
    async ({ site }) => {
      site.expected.push(/status of 404/, ...refusedCode)
      const name = `every-${role}`
      const page = await site.person({ viewport: desktop })
      await become(page, role, name, site.dataDir)
      const { ways, ...navigation } = navigationOf(role, name)
      const onDesktop = { size: desktop, names: { header: navigation.header, bottomBar: [] } }
      const onPhone = { size: phone, names: { header: navigation.topBar, bottomBar: navigation.bottomBar } }
      let places = [onDesktop, onPhone]
      for (const [from, to] of Object.entries(ways)) {
        await (from === to ? page.goto(from) : goInside(page, from))
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expect(page, from).toHaveURL(site.origin + to)
        await expect(page, from).toHaveTitle(/^.+ · Restante$/)
        for (const { size, names } of places) {
          await page.setViewportSize(size)
          await expect(page.getByRole('contentinfo'), from).toBeVisible()
          expect(await namesIn(page.getByRole('contentinfo')), from).toEqual(footer)
          if (to === '/portal') {
            await noMainNavigation(page)
            const portal = page.getByRole('navigation', { name: 'Portal' })
            const sections = size === phone ? ['Upload', ...portalSections] : portalSections
            expect(await namesIn(portal), from).toEqual(sections)
            continue
          }
          if (role !== 'guest')
            await expect(header(page).getByRole('button', { name: 'Notifications' })).toBeVisible()
          const shown = { header: await namesIn(header(page)), bottomBar: await namesIn(bottomBar(page)) }
          expect(shown, from).toEqual(names)
        }
        if (from === to) expect(await tryCode(page), from).toEqual(everythingRefused)
        // The next page opens at the size that this one was left at.
        places = places.toReversed()
      }
    },
  )
}

for (const [role, choices, details] of [
  ['user', ['Home', 'Logout'], onlyInThoroughRun],
  ['administrator', ['Home', 'Admin Panel', 'Logout'], {}],
] as const) {
  test(`the Menu sheet of a ${role} says who it is and what there is`, details, async ({ site }) => {
    const page = await site.person({ viewport: { width: 390, height: 844 } })
    const name = `menu-${role}`
    await become(page, role, name, site.dataDir)
    await page.goto('/')
    await page.getByRole('button', { name: 'Menu' }).click()
    const sheet = page.getByRole('dialog', { name: 'Menu' })
    await expect(sheet).toContainText(name)
    await expect(sheet).toContainText(`${name}@example.org`)
    expect(await namesIn(sheet)).toEqual(choices)
    await page.keyboard.press('Escape')
    await expect(sheet).toBeHidden()
    await expect(page.getByRole('button', { name: 'Menu' })).toBeFocused()
    await page.getByRole('button', { name: 'Menu' }).click()
    await sheet.getByRole('button', { name: 'Logout' }).click()
    await expect(bottomBar(page).getByRole('link', { name: 'Login' })).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
  })
}

test('the page of someone signed in waits for nothing but the server', async ({ site }) => {
  const page = await site.person()
  await become(page, 'user', 'in-a-hurry', site.dataDir)
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
})

test('a page begins before its navigation, and another one at its top, for the eyes, the keyboard and the ears', async ({
  site,
}) => {
  const page = await site.person({ viewport: { width: 1280, height: 500 } })
  await page.goto('/terms')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Back to Home' })).toBeFocused()

  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Privacy' })).toBeVisible()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
  await expect(page.locator('#main')).toBeFocused()
  await expect(page.locator('[aria-live=polite]')).toHaveText('Privacy · Restante')
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Terms of service' })).toBeVisible()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(1000)
  await page.goForward()
  await expect(page.getByRole('heading', { level: 1, name: 'Privacy' })).toBeVisible()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
})

test(
  'a page that cannot be fetched says so, keeps the navigation, and comes with another try',
  onlyInThoroughRun,
  async ({ site }) => {
    site.expected.push(/Failed to load resource|a part could not be fetched/)
    const page = await site.person()
    await page.goto('/')
    await page.route(/assets\/legal-.*\.js/, (route) => route.fulfill({ status: 404, body: '' }))
    await page.getByRole('contentinfo').getByRole('link', { name: 'Pricing' }).click()
    await expect(page.getByRole('heading', { name: 'This page couldn’t be loaded' })).toBeVisible()
    await expect(page).toHaveTitle('This page couldn’t be loaded · Restante')
    await isClean(page, 'not fetched')
    expect(await namesIn(header(page))).toEqual(['Restante', 'Upload', 'Home', 'Login', 'Sign Up'])
    await header(page).getByRole('link', { name: 'Login' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Login' })).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('heading', { name: 'This page couldn’t be loaded' })).toBeVisible()
    await page.unroute(/assets\/legal-.*\.js/)
    await page.getByRole('button', { name: 'Try Again' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Pricing' })).toBeVisible()
  },
)

test(
  'a page that is missing after an upgrade takes no selection along',
  onlyInThoroughRun,
  async ({ site }) => {
    site.expected.push(/Failed to load resource|a part could not be fetched/)
    const page = await site.person()
    await choose(page, smallFile('kept.txt'))
    await page.route(/assets\/legal-.*\.js/, (route) => route.fulfill({ status: 404, body: '' }))
    await page.getByRole('contentinfo').getByRole('link', { name: 'Pricing' }).click()
    await expect(page.getByRole('heading', { name: 'This page couldn’t be loaded' })).toBeVisible()
    await page.getByRole('main').getByRole('link', { name: 'Back to Home' }).click()
    await expect(page.getByText('kept.txt')).toBeVisible()
  },
)

test('a page that breaks says so, and the others go on', onlyInThoroughRun, async ({ site }) => {
  site.expected.push(/RangeError|TypeError|Invalid time/)
  const page = await site.person()
  await page.route('**/api/files/info/*', (route) =>
    route.fulfill({ json: { success: true, file: { expiresAt: 'never', uploadDate: 'never' } } }),
  )
  await page.goto('/download/AAAAAAAAAAAAAAAAAAAAAA')
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
  await isClean(page, 'broken')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Terms of service' })).toBeVisible()
  await page.goBack()
  await page.getByRole('link', { name: 'Back to Home' }).click()
  await expect(page.getByRole('heading', { name: 'Send files that don’t stay.' })).toBeVisible()
})

test(
  'the keyboard stays in the page when its frame comes later than the address',
  onlyInThoroughRun,
  async ({ site }) => {
    const page = await site.person()
    await become(page, 'user', 'slowly-known', site.dataDir)
    const held = Promise.withResolvers<void>()
    await page.route('**/api/auth/me', async (route) => {
      await held.promise
      await route.continue()
    })
    await page.goto('/terms')
    await walkTo(page, '/portal')
    await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toBeVisible()
    held.resolve()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('main')).toBeFocused()
  },
)
