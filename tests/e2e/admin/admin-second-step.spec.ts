import { goodPassword } from '#tests/support/accounts/accounts.ts'
import { ownAddress, signIn, signUp, tokenOf } from '#tests/support/accounts/people.ts'
import { appCode } from '#tests/support/accounts/second-factor.ts'
import { isFine } from '#tests/support/browser/checks/is-fine.ts'
import { openAdmin, toast } from '#tests/support/browser/pages/admin-area.ts'
import { expect, test } from '#tests/support/browser/site.ts'
import { onlyInThoroughRun } from '#tests/support/server/thoroughness.ts'

test(
  'an administrator resets the second step of someone who has lost it',
  onlyInThoroughRun,
  async ({ site }) => {
    const page = await site.person(ownAddress())
    const username = await signUp(page)
    const authorization = `Bearer ${await tokenOf(page)}`
    const call = async (path: string, data: object, confirmation = '') => {
      const headers = { authorization, 'x-confirmation': confirmation }
      const answer = await page.request.post(`/api${path}`, { headers, data })
      expect(answer.ok(), await answer.text()).toBe(true)
      return answer.json()
    }
    const { confirmation } = await call('/auth/confirm', { currentPassword: goodPassword })
    const { secret } = await call('/users/totp', {}, confirmation)
    await call('/users/totp/confirm', { code: appCode(secret, Date.now()) }, confirmation)

    const admin = await site.person(ownAddress())
    await openAdmin(admin, site, 'users')
    await admin.getByRole('searchbox', { name: 'Search users' }).fill(username)
    await admin.getByRole('button', { name: `View ${username}` }).click()
    const details = admin.getByRole('dialog', { name: username })
    await isFine(admin, 'details of someone with a second step')
    await details.getByRole('button', { name: 'Reset two-step sign-in' }).click()
    const question = admin.getByRole('dialog', { name: `Reset two-step sign-in for ${username}?` })
    await question.getByRole('button', { name: 'Reset two-step sign-in' }).click()
    await expect(toast(admin, `Two-step sign-in was reset for ${username}.`)).toBeVisible()
    await signIn(page, username)
    await page.goto('/portal/profile?section=security')
    const section = page.getByRole('region', { name: 'Two-step sign-in' })
    await expect(section.getByRole('button', { name: 'Set up' })).toBeVisible()
  },
)
