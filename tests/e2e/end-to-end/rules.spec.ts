import { signUp } from '#tests/support/accounts/people.ts'
import { bearer, openAdmin } from '#tests/support/browser/pages/admin-area.ts'
import { choose, send } from '#tests/support/browser/pages/home.ts'
import { expect, test } from '#tests/support/browser/site.ts'

// A service of its own: its rules hold for everyone there.
test.use({ environment: { END_TO_END: 'all', OPERATOR_NAME: 'Example Ltd' } })

test('where a rule demands it files are sealed without being asked, and the page says who set it', async ({
  site,
}) => {
  const admin = await site.person()
  await openAdmin(admin, site, 'groups')
  const rules = {
    endToEnd: { kind: 'always', value: 'always' },
    recipientDomains: { kind: 'always', value: ['example.org'] },
  }
  const answer = await admin.request.put('/api/admin/groups/guests', {
    headers: await bearer(admin),
    data: { rules },
  })
  expect(answer.status(), await answer.text()).toBe(200)
  const sender = await site.person()
  await sender.goto('/')
  await choose(sender, { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('notes') })
  await expect(sender.getByText('End-to-end encrypted Set by Example Ltd')).toBeVisible()
  await expect(sender.getByRole('switch', { name: 'End-to-end encrypted' })).toHaveCount(0)
  await sender.getByRole('radio', { name: 'Send by email' }).check()
  await sender.getByLabel('Send to').fill('ada@elsewhere.example')
  await sender.keyboard.press('Enter')
  const form = sender.getByRole('form', { name: 'Upload options' })
  await expect(form.getByText('This service sends only to addresses at: example.org')).toBeVisible()
  await sender.getByRole('radio', { name: 'Get a link' }).check()
  const { link } = await send(sender)
  expect(link).toContain('#k=')
})

test('what rules leave to choose is offered, and the pages say who set them', async ({ site }) => {
  const admin = await site.person()
  await openAdmin(admin, site, 'groups')
  const rules = {
    expiryOptions: { kind: 'always', value: ['1h', '12h'] },
    filePassword: { kind: 'always', value: 'required' },
    downloadLimit: { kind: 'most', value: 5 },
    requestLock: { kind: 'always', value: ['key'] },
    apiKeys: { kind: 'always', value: 0 },
  }
  const answer = await admin.request.put('/api/admin/groups/instance', {
    headers: await bearer(admin),
    data: { rules },
  })
  expect(answer.status(), await answer.text()).toBe(200)
  const page = await site.person()
  await signUp(page)
  await page.goto('/')
  await choose(page, { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('notes') })
  const form = page.getByRole('form', { name: 'Upload options' })
  await expect(form.getByRole('radio', { name: /^(1 hr|12 hr|1h|12h)/ })).toHaveCount(2)
  await expect(form.getByText('5 downloads')).toBeVisible()
  await expect(form.getByText('Set by Example Ltd')).toHaveCount(3)

  await form.getByLabel('File password').fill('correct horse')
  await send(page)
  await page.getByRole('link', { name: 'Manage' }).click()
  await page
    .locator('summary')
    .filter({ has: page.getByRole('heading', { name: 'Links' }) })
    .click()
  await page.getByRole('button', { name: 'New link' }).click()
  const dialog = page.getByRole('dialog')
  const allowed = dialog.getByRole('spinbutton', { name: 'Downloads allowed' })
  await expect(allowed).toHaveValue('5')
  await expect(dialog.getByText('Set by Example Ltd')).toBeVisible()
  for (const wrong of ['', '6']) {
    await allowed.fill(wrong)
    await dialog.getByRole('button', { name: 'Create and copy' }).click()
    await expect(dialog.getByText('Enter a number from 1 to 5.')).toBeVisible()
  }
  await allowed.fill('4')
  await dialog.getByRole('button', { name: 'Create and copy' }).click()
  await expect(page.getByRole('row').filter({ hasText: '0 of 4' })).toHaveCount(1)

  await page.goto('/portal/requests/new')
  await expect(page.getByText('Set by Example Ltd')).toBeVisible()
  await expect(page.getByRole('radio', { name: /^Only I can open them/ })).toBeChecked()
  await expect(page.getByRole('radio', { name: /^Like my other files/ })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Generate key' })).toBeVisible()

  await page.goto('/portal/profile?section=integrations')
  await expect(page.getByText('API keys are turned off for your account.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'New API key' })).toHaveCount(0)
})
