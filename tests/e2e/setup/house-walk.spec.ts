import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { languages } from '#contract/languages.ts'
import { defaultIdentity, type Identity } from '#contract/operations/branding/identity.ts'
import { bearer, openAdmin } from '#tests/support/browser/pages/admin-area.ts'
import { expect, test } from '#tests/support/browser/site.ts'
import { onlyInThoroughRun } from '#tests/support/server/thoroughness.ts'

// A server of its own: the identity is everybody's.
test.use({ environment: { SUPPORT_MAIL: 'walk@example.org' } })

const unknown = 'AAAAAAAAAAAAAAAAAAAAAA'
const pagesOfVisitors = [
  ...['/', '/login', '/register', '/forgot-password', '/reset-password', '/verify-email', '/stop-mails'],
  ...['/rights', '/report', '/terms', '/privacy', '/pricing', '/imprint', '/setup', '/nowhere'],
  ...[`/download/${unknown}`, `/delete/${unknown}`, `/manage/${unknown}`, `/r/${unknown}`],
]
const tabs = ['overview', 'files', 'users', 'groups', 'reports', 'integrations', 'system', 'settings']
const pagesOfAdministrators = [
  ...['/portal', '/portal/files', '/portal/requests', '/portal/requests/new', '/portal/contacts'],
  ...['/portal/webhooks', '/portal/profile', '/connect', '/change-password'],
  ...tabs.map((tab) => `/admin?tab=${tab}`),
]

async function name(page: Page, part: Partial<Identity>) {
  const data = { ...defaultIdentity, name: 'Example Transfer', poweredBy: false, ...part }
  const answer = await page.request.put('/api/admin/identity', { headers: await bearer(page), data })
  expect(answer.status(), await answer.text()).toBe(200)
}

/** Everything that a person sees or hears of a page: its title, its texts, and the attributes that name things. */
function wordsOf(page: Page): Promise<string> {
  return page.evaluate(() => {
    const named = Array.from(
      document.querySelectorAll('[alt], [aria-label], [title], [placeholder], [download]'),
    )
    const attributes = ['alt', 'aria-label', 'title', 'placeholder', 'download']
    const names = named.flatMap((element) =>
      attributes.map((attribute) => element.getAttribute(attribute) ?? ''),
    )
    return [document.title, document.body.innerText, ...names].join('\n')
  })
}

test('a service with a name of its own says the default one nowhere', onlyInThoroughRun, async ({ site }) => {
  // More than 400 pages.
  test.setTimeout(10 * 60_000)
  site.expected.push(/status of 4\d\d/)
  const admin = await site.person()
  await openAdmin(admin, site)
  await name(admin, { colour: '#0E5A8A' })
  const found: string[] = []
  async function walk(page: Page, paths: readonly string[], look: string) {
    for (const path of paths) {
      await page.goto(path)
      await expect(page.locator('h1, h2').first()).toBeVisible()
      const line = (await wordsOf(page)).split('\n').find((one) => /\bRestante\b/.test(one))
      if (line) found.push(`${path} ${look}: ${line}`)
    }
  }
  for (const language of languages)
    for (const colorScheme of ['light', 'dark'] as const) {
      const visitor = await site.person({ locale: language, colorScheme })
      await walk(visitor, pagesOfVisitors, `${language} ${colorScheme}`)
      await visitor.context().close()
    }
  for (const language of languages) {
    await admin.getByRole('contentinfo').locator('select:has([value=de])').selectOption(language)
    await expect(admin.locator('html')).toHaveAttribute('lang', language)
    await walk(admin, pagesOfAdministrators, language)
  }
  expect(found).toEqual([])
})

test('every text keeps its contrast in the colours of an operator', onlyInThoroughRun, async ({ site }) => {
  test.slow()
  site.expected.push(/status of 4\d\d/)
  const admin = await site.person()
  await openAdmin(admin, site)
  for (const colour of ['#FFF59D', '#1A1033']) {
    await name(admin, { colour })
    for (const colorScheme of ['light', 'dark'] as const) {
      const visitor = await site.person({ colorScheme })
      for (const path of ['/', '/login', '/register', '/terms', `/download/${unknown}`]) {
        await visitor.goto(path)
        await expect(visitor.locator('h1, h2').first()).toBeVisible()
        const { violations } = await new AxeBuilder({ page: visitor })
          .withRules(['color-contrast'])
          .setLegacyMode()
          .analyze()
        const bad = violations.flatMap(({ nodes }) =>
          nodes.map(({ html, any }) => `${html} ${any[0]?.message}`),
        )
        expect(bad, `${colour} ${path} ${colorScheme}`).toEqual([])
      }
      await visitor.context().close()
    }
  }
})
