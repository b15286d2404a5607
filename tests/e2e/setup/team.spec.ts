import { termsVersion } from '#contract/accounts/terms.ts'
import { newName, ownAddress, tokenOf } from '#tests/support/accounts/people.ts'
import { choose, sendButton, smallFile } from '#tests/support/browser/pages/home.ts'
import { become } from '#tests/support/browser/roles.ts'
import { expect, test } from '#tests/support/browser/site.ts'

// The settings of a team, where nothing stands in the way of a first link.
test.use({
  environment: {
    PLANS: 'hidden',
    EXPIRY_OPTIONS: '1h,1d,7d,30d',
    PRO_EXPIRY_OPTIONS: '',
    DEFAULT_EXPIRY: '7d',
    REQUEST_KEEP_FOR: '30d',
  },
})

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

test('a team is asked for the terms by a line at the button, again once they changed, or not at all', async ({
  site,
}) => {
  const admin = await site.person()
  await become(admin, 'administrator', newName('root'), site.dataDir)
  let was = 'dialog'
  const askWith = async (to: string) => {
    const data = { changes: [{ name: 'TERMS_PROMPT', from: was, to }] }
    const headers = { authorization: `Bearer ${await tokenOf(admin)}` }
    const answer = await admin.request.put('/api/admin/settings', { headers, data })
    expect(answer.status(), await answer.text()).toBe(200)
    was = to
  }
  await askWith('at-upload')

  // The first link of someone who comes for the first time, in three taps.
  const page = await site.person({ ...phone, ...ownAddress(), terms: 'unseen' })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/')
  let taps = 0
  const tap = async (name: string) => {
    await page.getByRole('button', { name, exact: true }).tap()
    taps += 1
  }
  const chooser = page.waitForEvent('filechooser')
  await tap('Select Files')
  await (await chooser).setFiles(smallFile())
  await expect(page.getByText('By sending, you accept the terms.')).toBeInViewport()
  await expect(page.getByRole('link', { name: 'terms', exact: true })).toHaveAttribute('href', '/terms')
  await tap('Upload 1 file')
  await expect(page.getByRole('heading', { name: 'Your link is ready.' })).toBeVisible()
  await tap('Copy')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('/download/')
  expect(taps).toBe(3)
  await expect(page.getByRole('link', { name: 'Manage' })).toHaveAttribute('href', /^\/manage\/.+#/)
  // It was copied: no other page reminds of it.
  await page.goto('/terms')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('complementary', { name: 'Your upload' })).toHaveCount(0)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const cookies = new Map((await page.context().cookies()).map(({ name, value }) => [name, value]))
  expect(cookies.get('terms_version')).toBe(termsVersion)

  // The ledger of an account has it as from the dialog.
  const user = await site.person({ ...ownAddress(), terms: 'unseen' })
  await become(user, 'user', newName(), site.dataDir)
  await choose(user, smallFile())
  const recorded = user.waitForResponse('**/api/users/terms')
  await sendButton(user).click()
  expect((await recorded).status()).toBe(200)
  const headers = { authorization: `Bearer ${await tokenOf(user)}` }
  const { consents } = await (await user.request.get('/api/users/consents', { headers })).json()
  expect(consents).toMatchObject([
    { purpose: 'terms', version: termsVersion, how: 'page', withdrawnAt: null },
  ])

  // Offers to keep files of a request as long as a link may work.
  await user.goto('/portal/requests/new')
  await expect(user.getByRole('combobox', { name: 'Keep files for' })).toHaveValue('30d')

  const before = await site.person({ ...ownAddress(), terms: '2.0' })
  await before.goto('/')
  await expect(before.getByRole('dialog', { name: 'Our terms have changed' })).toBeVisible()
  await askWith('off')
  await choose(before, smallFile())
  await expect(before.getByText('By sending, you accept')).toHaveCount(0)
  await before.waitForFunction(() => performance.now() > 1000)
  await expect(before.getByRole('dialog')).toHaveCount(0)
})
