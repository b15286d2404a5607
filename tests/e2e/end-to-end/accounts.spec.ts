import { signUp } from '#tests/support/accounts/people.ts'
import { choose } from '#tests/support/browser/pages/home.ts'
import { expect, test } from '#tests/support/browser/site.ts'

test.use({ environment: { END_TO_END: 'accounts' } })

const notes = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('notes') }

test('people with an account are offered end-to-end encryption whenever they come, others read nothing of it', async ({
  site,
}) => {
  const page = await site.person()
  const write = page.getByRole('button', { name: 'Write a text instead' })
  const seal = page.getByRole('switch', { name: 'End-to-end encrypted' })
  await choose(page, notes)
  await expect(seal).toHaveCount(0)
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Select Files' })).toBeVisible()
  await expect(write).toHaveCount(0)
  await signUp(page)
  // The service is asked in their name from the start, not first as a guest.
  const asked: (string | undefined)[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/config') asked.push(request.headers().authorization)
  })
  await page.goto('/')
  await expect(write).toBeVisible()
  expect(asked).toEqual([expect.stringMatching(/^Bearer /)])
  await choose(page, notes)
  await expect(seal).toBeVisible()
})
