import type { Page } from '@playwright/test'
import { acceptanceOf } from '#tests/support/browser/pages/accepted-terms.ts'
import { openAdmin } from '#tests/support/browser/pages/admin-area.ts'
import { choose, send, smallFile } from '#tests/support/browser/pages/home.ts'
import { expect, test } from '#tests/support/browser/site.ts'
import { onlyInThoroughRun } from '#tests/support/server/thoroughness.ts'

// PUBLIC_URL is unset: the tests' servers have one otherwise.
test.use({ environment: { PUBLIC_URL: '' } })

const note = 'PUBLIC_URL isn’t set: links show the address by which this page was opened.'

/** Links of a transfer as shown and copied on a page of an origin. */
async function linksAt(page: Page, origin: string) {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin })
  await choose(page, smallFile())
  const { link, deletion } = await send(page)
  const draft = await page.getByRole('link', { name: 'Share via Email' }).getAttribute('href')
  const manage = await page.getByRole('textbox', { name: 'Manage link' }).inputValue()
  await page.getByRole('button', { name: 'Copy', exact: true }).first().click()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  await page.getByRole('button', { name: 'Upload Another File' }).click()
  await page.goto(manage)
  const managed = await page.getByRole('textbox', { name: 'Share link' }).inputValue()
  return { link, deletion, manage, copied, managed, draft: decodeURIComponent(draft ?? '') }
}

for (const [hostname, details] of [
  ['127.0.0.1', onlyInThoroughRun],
  ['localhost', {}],
] as const) {
  test(
    `without PUBLIC_URL links carry the name by which the page was opened: ${hostname}`,
    details,
    async ({ site }) => {
      const origin = `http://${hostname}:${new URL(site.origin).port}`
      site.expected.push(new RegExp(`^request to ${origin}$`))
      const page = await site.person({ baseURL: origin })
      await page.context().addCookies(acceptanceOf(origin))
      const { draft, ...links } = await linksAt(page, origin)
      for (const [name, link] of Object.entries(links)) expect(new URL(link).origin, name).toBe(origin)
      expect(draft).toContain(`${origin}/download/`)
    },
  )
}

test('administrators read that PUBLIC_URL is unset', async ({ site }) => {
  const page = await site.person()
  await openAdmin(page, site, 'system')
  await expect(page.getByText(note)).toBeVisible()
})
