import type { Page } from '@playwright/test'
import { expect, test } from '#tests/support/browser/site.ts'
import { onlyInThoroughRun } from '#tests/support/server/thoroughness.ts'
import { sendSeveral } from '#tests/support/transfers/members.ts'

const files = Array.from({ length: 450 }, (_, n) => ({
  path: `file ${n + 1}.txt`,
  bytes: Buffer.from(`${n}`),
}))

/** The page of a transfer of 450 files, all of which are listed. */
async function openList(site: { readonly origin: string; person(): Promise<Page> }): Promise<Page> {
  const { id } = await sendSeveral({ baseUrl: site.origin }, files)
  const page = await site.person()
  await page.goto(`/download/${id}`)
  await page.getByRole('button', { name: 'Show all 450' }).click()
  return page
}

async function seeEnd(page: Page): Promise<void> {
  // The list has its height with the frame after it was drawn.
  await expect(async () => {
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    const last = page.locator('.c-list').getByText('file 445.txt', { exact: true })
    await expect(last).toBeVisible({ timeout: 1000 })
  }).toPass()
}

test(
  'a long list has all its rows when it is scrolled before a search has begun to answer',
  onlyInThoroughRun,
  async ({ site }) => {
    const page = await openList(site)
    await seeEnd(page)
    await page.evaluate(() => scrollTo(0, 0))
    const [asked, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    await page.route(/members\?page=1&search=file/, async (route) => {
      asked.resolve()
      await goOn.promise
      await route.continue()
    })
    const others: string[] = []
    page.on('request', (request) => others.push(request.url()))
    await page.getByRole('searchbox', { name: 'Search files' }).fill('file')
    await asked.promise
    await seeEnd(page)
    // Without a first page nobody knows how many rows there are: none is asked for when they have been drawn.
    await page.evaluate(
      () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
    )
    expect(others.filter((url) => url.includes('search=file') && !url.includes('page=1&'))).toEqual([])
    goOn.resolve()
    await expect(page.getByRole('status').filter({ hasText: '450 files found' })).toHaveCount(1)
    await seeEnd(page)
  },
)

test('a long list begins anew when it has become another', onlyInThoroughRun, async ({ site }) => {
  const page = await openList(site)
  await page.route(
    /members\?page=5&/,
    async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), total: 451 } })
    },
    { times: 1 },
  )
  await seeEnd(page)
  await page.evaluate(() => scrollTo(0, 0))
  await expect(page.locator('.c-list').getByText('file 1.txt', { exact: true })).toBeVisible()
})
