import type { Page } from '@playwright/test'
import { newName, ownAddress } from '#tests/support/accounts/people.ts'
import { pagesForAdministrators, pagesForGuests } from '#tests/support/browser/pages/all-pages.ts'
import { become } from '#tests/support/browser/roles.ts'
import { expect, test } from '#tests/support/browser/site.ts'
import { onlyInThoroughRun } from '#tests/support/server/thoroughness.ts'

/** What becomes of each way in which text could become code on a page: the name of what is thrown, or 'nothing'. */
function tryCode(page: Page): Promise<Record<string, string>> {
  return page.evaluate(() => {
    const rules = { createHTML: String, createScript: String, createScriptURL: String }
    const ways: Record<string, () => unknown> = {
      html: () => {
        document.body.innerHTML = '<b>written</b>'
      },
      policy: () => window.trustedTypes?.createPolicy('other', rules),
      usualPolicy: () => window.trustedTypes?.createPolicy('default', rules),
      ownPolicyAgain: () => window.trustedTypes?.createPolicy('restante-workers', rules),
      foreignWorker: () => new Worker('https://elsewhere.example/worker.js'),
      textAsWorker: () => new Worker('/assets/worker-a-00000000.js'),
      script: () => {
        document.createElement('script').src = '/boot.js'
      },
    }
    const outcomes = Object.entries(ways).map(([name, run]) => {
      try {
        run()
        return [name, 'nothing']
      } catch (error) {
        return [name, error instanceof Error ? error.name : 'something']
      }
    })
    return Object.fromEntries(outcomes)
  })
}

const everythingRefused = {
  html: 'TypeError',
  policy: 'TypeError',
  usualPolicy: 'TypeError',
  ownPolicyAgain: 'TypeError',
  foreignWorker: 'TypeError',
  textAsWorker: 'TypeError',
  script: 'TypeError',
}

test('pages take nothing from elsewhere and nothing inline', async ({ site }) => {
  const policy = (await fetch(site.origin)).headers.get('content-security-policy') ?? ''
  const rules = policy.split('; ')
  expect(rules).toContain("default-src 'none'")
  expect(rules).toContain("require-trusted-types-for 'script'")
  expect(rules).toContain('trusted-types restante-workers')
  expect(policy).not.toMatch(/unsafe|\*|http/)
})

for (const [role, addresses, details] of [
  ['guest', ['/', '/delete/AAAAAAAAAAAAAAAAAAAAAA', '/imprint', ...pagesForGuests], {}],
  ['administrator', ['/', ...pagesForAdministrators], onlyInThoroughRun],
] as const) {
  test(`no text becomes code on any page of a ${role}`, details, async ({ site }) => {
    site.expected.push(/content policy: /, /Content Security Policy/, /Trusted|TrustedHTML/, /status of 404/)
    const page = await site.person(ownAddress())
    await become(page, role, newName(), site.dataDir)
    for (const address of addresses) {
      await page.goto(address)
      await expect(page.locator('#main h1').first()).toBeVisible()
      expect(await tryCode(page), address).toEqual(everythingRefused)
    }
  })
}
