import { expect, test } from '#tests/support/browser/site.ts'
import { onlyInThoroughRun } from '#tests/support/server/thoroughness.ts'

test.use({ environment: { ANONYMOUS_UPLOADS: 'off' } })

test(
  'where only people with an account may send, the box offers to sign in instead',
  onlyInThoroughRun,
  async ({ site }) => {
    const page = await site.person()
    await page.goto('/')
    const box = page.getByRole('region', { name: 'Drop zone' })
    await expect(box.getByText('Sign in to send files.')).toBeVisible()
    await expect(box.getByRole('button')).toHaveCount(0)
    await box.getByRole('link', { name: 'Sign in' }).click()
    await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible()
  },
)
