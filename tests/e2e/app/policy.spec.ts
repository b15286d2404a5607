import { expect, test } from '#tests/support/browser/site.ts'

test('pages take nothing from elsewhere, nothing inline, and no text for code', async ({ site }) => {
  site.expected.push(/content policy: /, /Content Security Policy/, /TrustedHTML|requires 'Trusted/)
  const page = await site.person()
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const policy = (await fetch(site.origin)).headers.get('content-security-policy') ?? ''
  const rules = policy.split('; ')
  expect(rules).toContain("default-src 'none'")
  expect(rules).toContain("require-trusted-types-for 'script'")
  expect(policy).not.toMatch(/unsafe|\*|http/)
  const thrown = await page.evaluate(() => {
    try {
      document.body.innerHTML = '<b>written</b>'
      return 'nothing'
    } catch (error) {
      return error instanceof Error ? error.name : 'something'
    }
  })
  expect(thrown).toBe('TypeError')
})
