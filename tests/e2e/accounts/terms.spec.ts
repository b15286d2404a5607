import type { Page } from '@playwright/test'
import { termsVersion } from '#contract/accounts/terms.ts'
import { fillLogin, newName, register } from '#tests/support/accounts/people.ts'
import { isFine } from '#tests/support/browser/checks/is-fine.ts'
import { fittingLooks, inLooks } from '#tests/support/browser/checks/looks.ts'
import { expect, test } from '#tests/support/browser/site.ts'
import { onlyInThoroughRun } from '#tests/support/server/thoroughness.ts'

const YEAR = 365 * 24 * 60 * 60

function dialog(page: Page) {
  return page.getByRole('dialog')
}

function accept(page: Page, name: 'Accept & Continue' | 'Accept Updates') {
  return dialog(page).getByRole('button', { name })
}

/** Scrolls the text of the dialog to so many CSS pixels before its end. */
async function scrollTo(page: Page, before: number): Promise<void> {
  await dialog(page)
    .getByRole('region')
    .evaluate((box, before) => box.scrollTo(0, box.scrollHeight - box.clientHeight - before), before)
}

/** Opens the home page while no time passes but what is let pass, until the dialog is there. */
async function openAsTimeStands(page: Page): Promise<void> {
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.goto('/')
  await expect(async () => {
    await page.clock.runFor(20)
    expect(await dialog(page).isVisible()).toBe(true)
  }).toPass({ intervals: [10] })
}

/** The badge and the title of every change that is shown. */
function changes(page: Page): Promise<string[]> {
  return dialog(page)
    .getByRole('article')
    .evaluateAll((articles) =>
      articles.map(
        (article) =>
          `${article.querySelector('.badge')?.textContent} ${article.querySelector('h3')?.textContent}`,
      ),
    )
}

test('who comes for the first time reads all of the terms before going on', async ({ site }) => {
  const page = await site.person({ terms: 'unseen' })
  const calls: string[] = []
  page.on('request', (request) => calls.push(new URL(request.url()).pathname))
  await page.goto('/')
  await expect(dialog(page)).toBeVisible()
  await expect(dialog(page).getByText(`Version ${termsVersion}`)).toBeVisible()
  await expect(dialog(page).getByRole('heading', { level: 3 })).toHaveText([
    '1.Acceptance',
    '2.Service description',
    '3.Acceptable use',
    '4.Automatic ZIP compression',
    '5.Limits',
    '6.Data processing',
    '7.Retention',
    '8.Your rights',
    '9.Contact',
  ])
  await expect(accept(page, 'Accept & Continue')).toBeDisabled()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.mouse.click(5, 300)
  await expect(dialog(page)).toBeVisible()
  await scrollTo(page, 60)
  await expect(dialog(page).getByText('Scroll to the end to continue')).toBeVisible()
  await expect(accept(page, 'Accept & Continue')).toBeDisabled()
  await scrollTo(page, 45)
  await expect(accept(page, 'Accept & Continue')).toBeEnabled()
  await expect(dialog(page).getByText('Scroll to the end to continue')).toBeHidden()
  const before = Date.now()
  await accept(page, 'Accept & Continue').click()
  await expect(dialog(page)).toBeHidden()
  expect(calls.filter((path) => path.startsWith('/api/'))).toEqual(['/api/config'])

  const cookies = await page.context().cookies()
  const { terms_accepted, terms_version, terms_accepted_date } = Object.fromEntries(
    cookies.map(({ name, value }) => [name, value]),
  )
  expect({ terms_accepted, terms_version }).toEqual({ terms_accepted: 'true', terms_version: termsVersion })
  expect(Date.parse(terms_accepted_date ?? '')).toBeGreaterThanOrEqual(before)
  for (const { name, path, sameSite, expires } of cookies) {
    expect({ path, sameSite }, name).toEqual({ path: '/', sameSite: 'Lax' })
    expect(Math.abs(expires - before / 1000 - YEAR), name).toBeLessThan(60)
  }

  // They can be read again, with earlier ones, and nobody is asked again.
  await page.goto('/terms')
  await expect(page.getByRole('heading', { level: 1, name: 'Terms of service' })).toBeVisible()
  await expect(page.getByText('Version 2.1 · Last updated 22 January 2024')).toBeVisible()
  await expect(
    page.getByText('Individual files are limited to 2 GB for free and 10 GB for Pro users.').first(),
  ).toBeVisible()
  await page.getByText('Version 1.0, 15 January 2024').click()
  await expect(page.getByText('Each link carries one file.')).toBeVisible()
  await page.getByRole('link', { name: 'Back to Home' }).click()
  await expect(page).toHaveURL(`${site.origin}/`)
  await page.waitForFunction(() => performance.now() > 500)
  await expect(dialog(page)).toBeHidden()
})

test('who accepted the version before sees two changes, and may accept them a second later', async ({
  site,
}) => {
  const page = await site.person({ terms: '2.0' })
  await openAsTimeStands(page)
  await expect(dialog(page).getByRole('heading', { name: 'Our terms have changed' })).toBeVisible()
  await expect(dialog(page).getByText('You accepted version 2.0.')).toBeVisible()
  expect(await changes(page)).toEqual(['Modified Retention', 'Added Your rights'])
  await expect(dialog(page).locator('del')).toContainText('Files are kept until they expire')
  await expect(dialog(page).locator('ins').first()).toContainText('someone with its deletion link')
  await dialog(page).getByRole('button', { name: 'View Complete Terms' }).click()
  await expect(dialog(page).getByRole('heading', { level: 3 })).toHaveCount(9)
  await page.clock.runFor(5000)
  await expect(accept(page, 'Accept Updates')).toBeDisabled()
  await dialog(page).getByRole('button', { name: 'Show Only Changes' }).click()
  await expect(dialog(page).getByRole('article')).toHaveCount(2)
  await page.clock.runFor(900)
  await expect(accept(page, 'Accept Updates')).toBeDisabled()
  await page.clock.runFor(200)
  await expect(accept(page, 'Accept Updates')).toBeEnabled()
  await accept(page, 'Accept Updates').click()
  await expect(dialog(page)).toBeHidden()
})

test(
  'who skipped a version sees what came, what changed and what went, and scrolls through it',
  onlyInThoroughRun,
  async ({ site }) => {
    const page = await site.person({ terms: '1.0' })
    await openAsTimeStands(page)
    await expect(dialog(page).getByRole('article')).toHaveCount(5)
    expect(await changes(page)).toEqual([
      'Added Automatic ZIP compression',
      'Added Limits',
      'Modified Retention',
      'Added Your rights',
      'Removed One file at a time',
    ])
    await page.clock.runFor(5000)
    await expect(accept(page, 'Accept Updates')).toBeDisabled()
    await scrollTo(page, 0)
    await expect(accept(page, 'Accept Updates')).toBeEnabled()
  },
)

test('a version that never was counts as none', onlyInThoroughRun, async ({ site }) => {
  const page = await site.person({ terms: '0.9' })
  await page.goto('/terms')
  await expect(accept(page, 'Accept & Continue')).toBeVisible()
})

test('three lines say it in short, and the keyboard alone goes to the end and accepts', async ({ site }) => {
  const page = await site.person({ terms: 'unseen' })
  await page.goto('/')
  await expect(dialog(page).getByText('In short')).toBeInViewport()
  await expect(dialog(page).getByRole('listitem')).toHaveCount(3)
  await expect(accept(page, 'Accept & Continue')).toBeDisabled()
  await expect(dialog(page).getByRole('region')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(dialog(page).getByRole('button', { name: 'Go to the end' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(
    dialog(page).getByText('Write to').or(dialog(page).getByText('The privacy page names')).last(),
  ).toBeInViewport()
  await expect(accept(page, 'Accept & Continue')).toBeFocused()
  await expect(dialog(page).getByText('Scroll to the end to continue')).toBeHidden()
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toBeHidden()
})

test('the end of the terms is reached by keyboard', onlyInThoroughRun, async ({ site }) => {
  const page = await site.person({ terms: 'unseen' })
  await page.goto('/')
  await expect(dialog(page).getByRole('region')).toBeFocused()
  await page.keyboard.press('End')
  await expect(accept(page, 'Accept & Continue')).toBeEnabled()
  await page.keyboard.press('Tab')
  await expect(accept(page, 'Accept & Continue')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toBeHidden()
})

test('the acceptance of someone signed in reaches the server once', onlyInThoroughRun, async ({ site }) => {
  const page = await site.person()
  const told: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/users/terms')) told.push(request.postData() ?? '')
  })
  const answer = page.waitForResponse('**/api/users/terms')
  const username = newName()
  await register(page, username)
  await page.goto('/login?redirect=/')
  await fillLogin(page, username)
  expect((await answer).status()).toBe(200)
  await page.waitForFunction(() => localStorage.getItem('restante.terms-recorded'))
  await page.goto('/terms')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(told).toEqual([JSON.stringify({ version: termsVersion })])
})

for (const { name, options } of fittingLooks) {
  test(`page and dialog are clean and fit, ${name}`, inLooks, async ({ site }) => {
    for (const [terms, shown] of [
      ['unseen', 'Terms of service'],
      ['1.0', 'Our terms have changed'],
      [termsVersion, 'Terms of service'],
    ] as const) {
      const page = await site.person({ ...options, terms })
      await page.goto('/terms')
      await expect(page.getByRole('heading', { name: shown }).last()).toBeVisible()
      await isFine(page, terms)
    }
  })
}

test('nobody has to accept terms to report, to use a right, or to read the privacy page that the dialog leads to', async ({
  site,
}) => {
  const page = await site.person({ terms: 'unseen' })
  await page.goto('/')
  await dialog(page).getByRole('link', { name: 'Read the privacy page' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Privacy' })).toBeVisible()
  await expect(dialog(page)).toHaveCount(0)
  for (const [from, to] of [
    ['/report', 'Report'],
    ['/rights', 'What do we hold about you?'],
  ] as const) {
    await page.goto(from)
    await expect(page.getByRole('heading', { level: 1 })).toContainText(to)
    await page.waitForFunction((after) => performance.now() > after, 1000)
    await expect(dialog(page)).toHaveCount(0)
  }
  await page.goto('/')
  await expect(dialog(page)).toBeVisible()
})
