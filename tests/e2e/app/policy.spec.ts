import { newName, ownAddress } from '#tests/support/accounts/people.ts'
import { everythingRefused, refusedCode, tryCode } from '#tests/support/browser/checks/try-code.ts'
import { pagesForAdministrators } from '#tests/support/browser/pages/all-pages.ts'
import { become } from '#tests/support/browser/roles.ts'
import { expect, test } from '#tests/support/browser/site.ts'
import { onlyInThoroughRun } from '#tests/support/server/thoroughness.ts'

// Those of guests are walked through by navigation.spec.ts.
test('no text becomes code on any page of an administrator', onlyInThoroughRun, async ({ site }) => {
  site.expected.push(...refusedCode)
  const page = await site.person(ownAddress())
  await become(page, 'administrator', newName(), site.dataDir)
  for (const address of ['/', ...pagesForAdministrators]) {
    await page.goto(address)
    await expect(page.locator('#main h1').first()).toBeVisible()
    expect(await tryCode(page), address).toEqual(everythingRefused)
  }
})
