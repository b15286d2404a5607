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
