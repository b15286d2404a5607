import { ownAddress, signUp } from '#tests/support/accounts/people.ts'
import { isFine } from '#tests/support/browser/checks/is-fine.ts'
import { expect, test } from '#tests/support/browser/site.ts'
import { forReceivers, startReceiver } from '#tests/support/calls/webhook-receiver.ts'

test.use({ environment: forReceivers })

test('the form of a new webhook sends a test, and shows the answer or why there is none', async ({
  site,
}) => {
  site.expected.push(/status of 400/)
  await using receiver = await startReceiver()
  const page = await site.person(ownAddress())
  await signUp(page)
  await page.goto('/portal/webhooks?webhook=new')
  const form = page.getByRole('form', { name: 'New webhook' })
  const address = form.getByLabel('Address')
  const send = form.getByRole('button', { name: 'Send a test' })
  const result = form.getByRole('status')

  await send.click()
  await expect(address).toHaveAccessibleDescription('Enter an address.')
  await address.fill('https://10.0.0.1/hook')
  await send.click()
  await expect(address).toHaveAccessibleDescription('This address isn’t public.')
  await expect(address).toBeFocused()

  await address.fill(receiver.url)
  await form.getByLabel('Format').selectOption('Slack')
  await send.click()
  await expect(result).toHaveText(/^Test arrived: 200 in [\d.]+\ss\.$/)
  expect(JSON.parse(receiver.calls[0]?.body ?? '').text).toContain('test')
  await isFine(page, 'form of a webhook whose test arrived')

  receiver.state.respond = () => 401
  await form.getByLabel('Format').selectOption('Standard Webhooks')
  await send.click()
  await expect(result).toHaveText(
    /^Test not accepted: 401 in .* A receiver that checks signatures refuses it/,
  )
  await isFine(page, 'form of a webhook whose test was refused')

  await address.fill(receiver.url.replace('http:', 'https:'))
  await send.click()
  await expect(result).toHaveText('Test failed: No valid certificate.')
  await page.getByRole('link', { name: 'Webhooks', exact: true }).click()
  await expect(page.getByText('No webhooks yet.')).toBeVisible()
})
