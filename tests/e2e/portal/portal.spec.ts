import type { Locator, Page } from '@playwright/test'
import { ownAddress, signUp, uploadAs } from '#tests/support/accounts/people.ts'
import { fits, isClean } from '#tests/support/browser/checks/is-fine.ts'
import { inLooks, looks } from '#tests/support/browser/checks/looks.ts'
import { goByOwnClock } from '#tests/support/browser/own-clock.ts'
import { chooseInFileMenu, fileMenu, inFileMenu } from '#tests/support/browser/pages/file-menu.ts'
import { openSignedIn } from '#tests/support/browser/pages/open-signed-in.ts'
import { pointAt, pointAway } from '#tests/support/browser/pointing.ts'
import { become } from '#tests/support/browser/roles.ts'
import { expect, test } from '#tests/support/browser/site.ts'
import { onlyInThoroughRun } from '#tests/support/server/thoroughness.ts'

/** The names of the files that are listed, from the top. */
async function listed(page: Page): Promise<string[]> {
  return page
    .locator('tbody .fname')
    .evaluateAll((names) => names.map((name) => name.getAttribute('title') ?? ''))
}

function toast(page: Page, text: string) {
  return page.getByRole('region', { name: 'Messages' }).getByText(text)
}

function totalOf(page: Page, label: string) {
  return page.locator('.totals > div').filter({ has: page.locator('dt', { hasText: label }) })
}

test.describe('the dashboard', () => {
  test('invites to a first upload', onlyInThoroughRun, async ({ site }) => {
    const page = await site.person(ownAddress())
    await signUp(page)
    await page.goto('/portal')
    await expect(page.getByText('No files yet.')).toBeVisible()
    // The banner takes its place from the page below it: what fits the window fills it, and does not scroll.
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0)
    for (const part of [page.getByRole('complementary'), page.getByRole('contentinfo')]) {
      const { y = 0, height = 0 } = (await part.boundingBox()) ?? {}
      expect(y + height).toBe(page.viewportSize()?.height)
    }
    await expect(totalOf(page, 'Files')).toContainText('0')
    await expect(totalOf(page, 'Storage')).toContainText('of 2 GB')
    await page.getByRole('link', { name: 'Upload your first file' }).click()
    await expect(page).toHaveURL(`${site.origin}/`)
  })

  test('adds up, and shows the five newest files; all are listed, filtered and sorted', async ({ site }) => {
    const page = await site.person(ownAddress())
    await signUp(page)
    await uploadAs(page, ['1.txt', '2.txt', '3.txt', '4.txt', '5.txt', 'annual-report-of-the-harbour.txt'])
    await page.goto('/portal')
    await expect(fileMenu(page, '5.txt')).toBeVisible()
    const newest = ['annual-report-of-the-harbour.txt', '5.txt', '4.txt', '3.txt', '2.txt']
    expect(await listed(page)).toEqual(newest)
    await expect(totalOf(page, 'Files')).toContainText('6')
    await expect(totalOf(page, 'Downloads')).toContainText('0')
    await expect(totalOf(page, 'Storage')).toContainText('2.05 KB')
    await expect(totalOf(page, 'Contacts')).toContainText('0')
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/files/user/files')) asked.push(new URL(request.url()).search)
    })
    await page.getByRole('link', { name: 'All files' }).click()
    await expect(page).toHaveURL(`${site.origin}/portal/files`)
    await expect(page.getByText('6 files')).toBeVisible()
    // A screen reader announces a name as one text.
    await expect(page.getByRole('cell').first()).toHaveAccessibleName('annual-report-of-the-harbour.txt')

    const filter = (name: string) => page.getByRole('button', { name, exact: true })
    for (const [name, value] of [
      ['Encrypted', 'encrypted'],
      ['Recent (7 days)', 'recent'],
    ] as const) {
      await filter(name).click()
      await expect(filter(name)).toHaveAttribute('aria-pressed', 'true')
      await expect.poll(() => asked.at(-1)).toContain(`filter=${value}`)
      await expect(page).toHaveURL(`${site.origin}/portal/files?filter=${value}`)
    }
    await expect(page.getByText('6 files')).toBeVisible()
    await filter('All').click()
    await expect(page).toHaveURL(`${site.origin}/portal/files`)

    // Two presses that come before either was drawn.
    const header = page.getByRole('columnheader', { name: 'Name' })
    const recent = filter('Recent (7 days)')
    await page.evaluate(
      (buttons) => {
        for (const button of buttons) if (button instanceof HTMLElement) button.click()
      },
      [await recent.elementHandle(), await header.getByRole('button').elementHandle()],
    )
    await expect(header).toHaveAttribute('aria-sort', 'ascending')
    await expect(recent).toHaveAttribute('aria-pressed', 'true')

    // The section is the same with a slash at the end of its address.
    await page.goto('/portal/files/')
    const section = page.getByRole('navigation', { name: 'Portal' }).getByRole('link', { name: 'Files' })
    await expect(section.first()).toHaveAttribute('aria-current', 'page')
  })

  test('that could not be loaded says so, and tries again', onlyInThoroughRun, async ({ site }) => {
    site.expected.push(/status of 500/)
    const page = await site.person(ownAddress())
    await page.route('**/api/users/stats', (route) => route.fulfill({ status: 500, body: 'no' }))
    await signUp(page)
    await page.goto('/portal')
    await expect(page.getByRole('heading', { name: 'Error Loading Portal' })).toBeVisible()
    await isClean(page, 'problem')
    await page.unroute('**/api/users/stats')
    await page.getByRole('button', { name: 'Try Again' }).click()
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
    await expect(page.getByRole('main')).toBeFocused()
  })
})

test.describe('files', () => {
  test(
    'stay when asking for them again fails, with what is open above them',
    onlyInThoroughRun,
    async ({ site }) => {
      site.expected.push(/status of 500/)
      const page = await site.person(ownAddress())
      await signUp(page)
      await uploadAs(page, ['plan.txt'])
      await page.goto('/portal/files')
      await expect(fileMenu(page, 'plan.txt')).toBeVisible()
      await page.route('**/api/files/user/files?**', (route) => route.fulfill({ status: 500, body: 'no' }))
      let failures = 0
      page.on('response', (response) => {
        if (response.status() === 500) failures += 1
      })
      await page.getByRole('link', { name: 'Contacts', exact: true }).click()
      await expect(page.getByText('No contacts yet.')).toBeVisible()
      await page.goBack()
      await chooseInFileMenu(page, 'plan.txt', 'Delete')
      // It is asked for once more before it is given up.
      await expect.poll(() => failures).toBe(2)
      await expect(page.getByRole('dialog', { name: 'Delete plan.txt?' })).toBeVisible()
      await expect(page.getByText('Error Loading Portal')).toHaveCount(0)
    },
  )

  test(
    'keep the order of their words, and their letters, where a name is written from right to left',
    onlyInThoroughRun,
    async ({ site }) => {
      const page = await site.person(ownAddress())
      await signUp(page)
      const family = '👩‍👧'
      await uploadAs(page, ['תקציב שנתי.pdf', 'Report תל אביב', `${family.repeat(12)}.txt`])
      await page.goto('/portal/files')
      const shown = page.locator('tbody .fname .n')
      await expect(shown).toHaveCount(3)
      const halves = (side: string) =>
        shown.evaluateAll((all, side) => all.map((n) => n.getAttribute(side)), side)
      expect(await halves('data-head')).toEqual([family.repeat(8), 'Report תל אביב', 'תקציב שנתי'])
      expect(await halves('data-tail')).toEqual([`${family.repeat(4)}.txt`, '', '.pdf'])
    },
  )

  test('are found by name, whatever the case and accents', onlyInThoroughRun, async ({ site }) => {
    const page = await site.person(ownAddress())
    await signUp(page)
    await uploadAs(page, ['Übergabe.txt', 'ΑΘΉΝΑ.txt', 'plan.txt'])
    await page.goto('/portal/files')
    await expect(page.getByText('3 files')).toBeVisible()
    const search = page.getByRole('searchbox', { name: 'Search by filename' })
    for (const [text, names] of [
      ['ÜBER', ['Übergabe.txt']],
      ['αθηνα', ['ΑΘΉΝΑ.txt']],
      ['Plan', ['plan.txt']],
    ] as const) {
      await search.fill(text)
      await expect(page.getByText('1 file', { exact: true })).toBeVisible()
      await expect.poll(() => listed(page)).toEqual(names)
    }
    await page.reload()
    await expect(search).toHaveValue('Plan')
    await expect.poll(() => listed(page)).toEqual(['plan.txt'])
    await search.fill('nothing like it')
    await expect(page.getByText('No matching files.')).toBeVisible()
    await page.getByRole('button', { name: 'Show all files' }).click()
    await expect(page.getByText('3 files')).toBeVisible()
    await expect(search).toHaveValue('')
  })

  test('are sorted by every column, both ways', onlyInThoroughRun, async ({ site }) => {
    const page = await site.person(ownAddress())
    await signUp(page)
    await uploadAs(page, ['b.txt', 'c.txt', 'a.txt'])
    await page.goto('/portal/files')
    await expect.poll(() => listed(page)).toEqual(['a.txt', 'c.txt', 'b.txt'])
    for (const [name, ascending, first] of [
      ['Name', ['a.txt', 'b.txt', 'c.txt'], 'ascending'],
      ['Size', ['b.txt', 'c.txt', 'a.txt'], 'descending'],
      ['Uploaded', ['b.txt', 'c.txt', 'a.txt'], 'descending'],
      ['Expires', ['b.txt', 'c.txt', 'a.txt'], 'ascending'],
    ] as const) {
      const head = page.getByRole('columnheader', { name })
      const ways = first === 'ascending' ? [first, 'descending'] : [first, 'ascending']
      for (const way of ways) {
        // It is sorted by the day of upload to begin with.
        if (name !== 'Uploaded' || way !== first) await head.getByRole('button').click()
        else if ((await head.getAttribute('aria-sort')) === null) await head.getByRole('button').click()
        await expect(head).toHaveAttribute('aria-sort', way)
        await expect
          .poll(() => listed(page))
          .toEqual(way === 'ascending' ? ascending : ascending.toReversed())
      }
    }
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Name, Z to A')
    await expect.poll(() => listed(page)).toEqual(['c.txt', 'b.txt', 'a.txt'])
  })

  test('say on a phone how often they were downloaded, and beside them stands a name in one line', async ({
    site,
  }) => {
    const page = await site.person({ ...ownAddress(), viewport: { width: 1280, height: 800 } })
    await become(page, 'user', 'ines-moreau', site.dataDir)
    await uploadAs(page, ['plan.txt'])
    await uploadAs(page, ['once.txt'], { downloadLimit: '1' })
    await openSignedIn(page, '/portal/files')
    const name = page.getByRole('complementary').getByText('ines-moreau', { exact: true })
    const lines = await name.evaluate((element) => {
      const text = document.createRange()
      text.selectNodeContents(element)
      return text.getClientRects().length
    })
    expect(lines).toBe(1)
    await page.setViewportSize({ width: 390, height: 844 })
    const row = (file: string) => page.getByRole('row').filter({ hasText: file })
    await expect(row('plan.txt')).toContainText('0 downloads')
    await expect(row('once.txt')).toContainText('0 of 1 download')
    await expect(row('once.txt')).not.toContainText('downloads')
  })

  test('come in pages of twenty', async ({ site }) => {
    const page = await site.person(ownAddress())
    await signUp(page)
    await uploadAs(
      page,
      Array.from({ length: 21 }, (_, index) => `${index + 1}.txt`),
    )
    await page.goto('/portal/files')
    await expect(page.getByText('21 files')).toBeVisible()
    const pages = page.getByRole('navigation', { name: 'Pages' })
    await expect(pages.getByRole('button', { name: 'Previous' })).toBeDisabled()
    await pages.getByRole('button', { name: 'Next' }).click()
    await expect.poll(() => listed(page)).toEqual(['1.txt'])
    await expect(page).toHaveURL(`${site.origin}/portal/files?page=2`)
    await expect(pages).toContainText('Page 2 of 2')
    await expect(page.locator('[aria-live=polite]')).toContainText('Page 2 of 2')
    await expect(pages.getByRole('button', { name: 'Next' })).toBeDisabled()
    await chooseInFileMenu(page, '1.txt', 'Delete')
    await page.getByRole('button', { name: 'Delete File' }).click()
    await expect(page.getByText('20 files')).toBeVisible()
    await expect(page).toHaveURL(`${site.origin}/portal/files`)
    await expect(fileMenu(page, '21.txt')).toBeVisible()
  })

  test('carry badges for what is unusual, are shared, viewed and downloaded, and deleted after a question', async ({
    site,
  }) => {
    site.expected.push(/ERR_FAILED/, /status of 500/)
    const page = await site.person({
      ...ownAddress(),
      acceptDownloads: true,
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    await signUp(page)
    await uploadAs(page, ['plain.txt'])
    await uploadAs(page, ['locked.txt'], { password: 'secret', deleteAfterDownload: 'true' })
    await page.goto('/portal/files')
    const row = (name: string) => page.getByRole('row').filter({ hasText: name })
    await expect(row('locked.txt').locator('.badge')).toHaveText(['Password', 'One-time'])
    await expect(row('plain.txt').locator('.badge')).toHaveCount(0)
    const first = row('plain.txt').getByRole('cell').last().getByRole('button').first()
    await expect(first).toHaveAccessibleName('Copy link to plain.txt')
    await first.click()
    await expect(first).toHaveText('Copied!')
    const link = await page.evaluate(() => navigator.clipboard.readText())

    // A file that cannot be downloaded says why.
    await page.route('**/ticket', (route) => route.abort())
    await chooseInFileMenu(page, 'plain.txt', 'Download')
    await expect(toast(page, 'Download failed')).toBeVisible()
    await page.unroute('**/ticket')
    const download = page.waitForEvent('download')
    await chooseInFileMenu(page, 'plain.txt', 'Download')
    expect((await download).suggestedFilename()).toBe('plain.txt')
    await expect(toast(page, 'Your download has started.')).toBeVisible()
    await chooseInFileMenu(page, 'locked.txt', 'Download')
    await expect(page.getByRole('textbox', { name: 'File password' })).toBeVisible()
    await page.goBack()
    await chooseInFileMenu(page, 'plain.txt', 'View')
    await expect(page.getByRole('heading', { name: 'plain.txt' })).toBeVisible()
    await expect(page).toHaveURL(link)
    await page.goBack()

    // The keyboard goes through the menu of a file, and Escape closes it.
    const button = fileMenu(page, 'plain.txt')
    await button.focus()
    await page.keyboard.press('ArrowDown')
    const item = (name: string) => page.getByRole('menu').getByRole('menuitem', { name })
    await expect(item('Manage')).toBeFocused()
    await page.keyboard.press('ArrowUp')
    await expect(item('Delete')).toBeFocused()
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowDown')
    await expect(item('View')).toBeFocused()
    await expect(button).toHaveAttribute('aria-expanded', 'true')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menu')).toBeHidden()
    await expect(button).toBeFocused()
    await button.click()
    await page.getByRole('heading', { level: 1 }).click()
    await expect(page.getByRole('menu')).toBeHidden()

    await chooseInFileMenu(page, 'plain.txt', 'Delete')
    const question = page.locator('dialog', { hasText: 'plain.txt' })
    await expect(question).toContainText('This action cannot be undone.')
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(question).toBeHidden()
    await expect(button).toBeFocused()
    await page.route('**/api/files/*', (route) =>
      route.request().method() === 'DELETE' ? route.fulfill({ status: 500, body: 'no' }) : route.continue(),
    )
    await chooseInFileMenu(page, 'plain.txt', 'Delete')
    await question.getByRole('button', { name: 'Delete File' }).click()
    await expect(question.getByRole('alert')).toContainText('Failed to delete file. Please try again.')
    await page.unroute('**/api/files/*')
    await question.getByRole('button', { name: 'Delete File' }).click()
    await expect(question).toBeHidden()
    await expect(toast(page, 'plain.txt was deleted.')).toBeVisible()
    await expect.poll(() => listed(page)).toEqual(['locked.txt'])
    await page.getByRole('link', { name: 'Dashboard' }).click()
    await expect(totalOf(page, 'Files')).toContainText('1')
  })

  test('count down while they are looked at', onlyInThoroughRun, async ({ site }) => {
    const page = await site.person(ownAddress())
    await signUp(page)
    await uploadAs(page, ['soon.txt'], { expiresIn: '30m' })
    await page.clock.install()
    await goByOwnClock(page)
    await page.goto('/portal/files')
    await expect(page.getByText(/^(30|29) minutes left$/)).toBeVisible()
    await page.clock.fastForward('29:00')
    await expect(page.getByText('1 minute left')).toBeVisible()
    await page.clock.fastForward('01:01')
    await expect(page.getByRole('cell', { name: 'Expired' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Copy link to soon.txt' })).toBeDisabled()
    await expect(await inFileMenu(page, 'soon.txt', 'Download')).toBeDisabled()
  })
})

test('toasts go by themselves, but not while they are pointed at', onlyInThoroughRun, async ({ site }) => {
  const page = await site.person({ ...ownAddress(), acceptDownloads: true })
  await signUp(page)
  await uploadAs(page, ['open.txt', 'contract.txt'])
  await page.goto('/portal/files')
  await page.clock.install()
  async function remove(name: string) {
    await chooseInFileMenu(page, name, 'Delete')
    await page.getByRole('button', { name: 'Delete File' }).click()
  }
  /** Points at a toast, which then stays, and stops the time. */
  async function standStillAt(message: Locator) {
    await pointAt(message)
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000)
  }
  await chooseInFileMenu(page, 'open.txt', 'Download')
  const plain = toast(page, 'Your download has started.')
  await standStillAt(plain)
  await pointAway(page)
  await expect(plain).toBeVisible()
  await page.clock.runFor(3800)
  await expect(plain).toBeVisible()
  await page.clock.runFor(400)
  await expect(plain).toBeHidden()
  await page.clock.resume()
  await remove('contract.txt')
  const good = toast(page, 'contract.txt was deleted.')
  await standStillAt(good)
  await page.clock.runFor(10_000)
  await expect(good).toBeVisible()
  await pointAway(page)
  await expect(good).toBeVisible()
  await page.clock.runFor(3200)
  await expect(good).toBeHidden()
})

for (const { name, options } of looks) {
  test(`the portal is clean, ${name}`, inLooks, async ({ site }) => {
    const page = await site.person({ ...ownAddress(), ...options })
    await signUp(page)
    await page.goto('/portal')
    await expect(page.getByText('No files yet.')).toBeVisible()
    await isClean(page, 'empty dashboard')
    await uploadAs(page, ['Vertragsunterlagen_Lindenstraße-14_unterschrieben.txt', 'open.txt'])
    await page.reload()
    await expect(fileMenu(page, 'open.txt')).toBeVisible()
    await isClean(page, 'dashboard')
    await page.goto('/portal/files')
    await expect(page.getByText('2 files')).toBeVisible()
    await isClean(page, 'files')
    await chooseInFileMenu(page, 'open.txt', 'Delete')
    await isClean(page, 'question')
    await page.getByRole('button', { name: 'Delete File' }).click()
    await expect(toast(page, 'open.txt was deleted.')).toBeVisible()
    await isClean(page, 'toast')
  })
}

test(
  'nothing of the portal scrolls sideways at 320 px, whatever files and people are called',
  onlyInThoroughRun,
  async ({ site }) => {
    const page = await site.person({ ...ownAddress(), viewport: { width: 320, height: 640 } })
    const username = await signUp(page, 'w'.repeat(41))
    const name = `${'Vertragsunterlagen_Wohnung-'.repeat(5)}.txt`
    await uploadAs(page, [name])
    for (const address of ['/portal', '/portal/files']) {
      await page.goto(address)
      await expect(page.getByText(/\d (minutes|hours) left$/)).toBeVisible()
      await fits(page, address)
    }
    await page.getByRole('link', { name }).click()
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
    await fits(page, 'manage')
    const link = await page.getByRole('textbox', { name: 'Share link' }).inputValue()
    await page.goto(link)
    await expect(page.getByText(`By ${username}`)).toBeVisible()
    await fits(page, 'download')
    await page.getByRole('button', { name: 'Menu' }).click()
    const sheet = page.getByRole('dialog', { name: 'Menu' })
    await expect(sheet.getByText(username, { exact: true })).toBeVisible()
    expect(await sheet.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  },
)
