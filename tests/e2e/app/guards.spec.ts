import type { Page } from '@playwright/test'
import { fillLogin, ownAddress, signUp, tokenOf } from '#tests/support/accounts/people.ts'
import { spoilSession } from '#tests/support/accounts/spoil-session.ts'
import { offerClient } from '#tests/support/browser/browser-client.ts'
import { expect, test } from '#tests/support/browser/site.ts'
import { onlyInThoroughRun } from '#tests/support/server/thoroughness.ts'

async function signOutIn(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Logout' }).click()
}

/** A token that the server does not know answers as one that has ended. */
async function spoilToken(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.setItem('token', 'x'.repeat(43)))
}

test.describe('who may see what', () => {
  test('it waits until it is known who is there', onlyInThoroughRun, async ({ site }) => {
    const page = await site.person(ownAddress())
    await signUp(page)
    const answered = Promise.withResolvers<void>()
    await page.route('**/api/auth/me', async (route) => {
      await answered.promise
      await route.continue()
    })
    await page.goto('/portal')
    await expect(page.getByRole('status').filter({ hasText: 'Loading...' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Login' })).toBeHidden()
    answered.resolve()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page).toHaveURL(`${site.origin}/portal`)
  })
})

test.describe('a session', () => {
  test('is the same in every tab, and ends in all of them and on the server, with what was being told in its name', async ({
    site,
  }) => {
    const page = await site.person(ownAddress())
    const username = await signUp(page)
    const letGo = Promise.withResolvers<void>()
    await page.route('**/api/users/terms', async (route) => {
      await letGo.promise
      await route.continue()
    })
    const told = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/users/terms'))
    const asked = page.waitForRequest('**/api/users/terms')
    await page.goto('/terms')
    await asked
    const other = await page.context().newPage()
    await other.goto('/pricing')
    const name = other.getByRole('link', { name: `${username}, open My Files` })
    await expect(name).toBeVisible()
    const left = page.waitForRequest('**/api/auth/logout')
    const tokens = await page.evaluate(() => ({ ...localStorage }))
    await signOutIn(page)
    await told
    letGo.resolve()
    for (const tab of [page, other]) await expect(tab.getByRole('link', { name: 'Login' })).toBeVisible()
    expect(await tokenOf(page)).toBeNull()
    await (await left).response()
    const answer = await page.request.post('/api/auth/refresh', {
      data: { refreshToken: tokens.refreshToken },
    })
    expect(answer.status()).toBe(401)

    await page.goto('/login')
    await fillLogin(page, username)
    await expect(name).toBeVisible()
  })

  test('of someone else takes the place of the first in every tab, also in one that was asleep or is brought by Back', async ({
    site,
  }) => {
    const page = await site.person(ownAddress())
    await signUp(page)
    await page.goto('/portal/profile')
    await expect(page.getByRole('heading', { name: 'Account' })).toBeVisible()
    const other = await page.context().newPage()
    // A tab that slept hears of the signing out when the next person has signed in.
    const second = await signUp(other)
    await expect(page.getByText(`${second}@example.org`)).toBeVisible()
    // This Chromium keeps no pages; one that does tells them of nothing but that they are shown again.
    await page.evaluate(() => {
      for (const name of ['refreshToken', 'tokenGoodUntil', 'token']) localStorage.removeItem(name)
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
    })
    await expect(page).toHaveURL(/\/login/)
    await expect(page.getByText(`${second}@example.org`)).toBeHidden()
  })

  test('that the server has ended leads to the login page and back', async ({ site }) => {
    site.expected.push(/status of 401/)
    const page = await site.person(ownAddress())
    const username = await signUp(page)
    await spoilSession(page)
    await page.goto('/portal')
    await expect(page).toHaveURL(`${site.origin}/login?redirect=%2Fportal`)
    await expect(page.getByText('Your session has ended. Please sign in again.')).toBeVisible()
    expect(await tokenOf(page)).toBeNull()
    await fillLogin(page, username)
    await expect(page).toHaveURL(`${site.origin}/portal`)
  })

  test('is renewed once for 20 calls in each of two tabs', onlyInThoroughRun, async ({ site }) => {
    site.expected.push(/status of 401/)
    const page = await site.person(ownAddress())
    const username = await signUp(page)
    const other = await page.context().newPage()
    const tabs = [page, other]
    for (const tab of tabs) {
      await offerClient(tab)
      await tab.goto('/terms')
      await expect(tab.getByRole('heading', { level: 1 })).toBeVisible()
    }
    let renewals = 0
    page.context().on('request', (request) => {
      if (request.url().endsWith('/api/auth/refresh')) renewals += 1
    })
    await spoilToken(page)
    const names = await Promise.all(
      tabs.map((tab) =>
        tab.evaluate(async () => {
          const address = '/client.js'
          const { client } = await import(address)
          const calls = Array.from({ length: 20 }, () => client.call('currentUser'))
          return (await Promise.all(calls)).map(({ user }) => user.username)
        }),
      ),
    )
    expect(names.flat()).toEqual(Array.from({ length: 40 }, () => username))
    expect(renewals).toBe(1)
    for (const tab of tabs) {
      await tab.reload()
      await expect(tab.getByRole('link', { name: `${username}, open My Files` })).toBeVisible()
    }
  })
})
