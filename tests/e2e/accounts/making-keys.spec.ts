import { ownAddress, signUp } from '#tests/support/accounts/people.ts'
import { choose, sendButton, smallFile } from '#tests/support/browser/pages/home.ts'
import { chooseMethod, fillTwice, making } from '#tests/support/browser/pages/key-dialogs.ts'
import { deleteKey, fingerprints, makeKey } from '#tests/support/browser/pages/own-keys.ts'
import { expect, test } from '#tests/support/browser/site.ts'
import { onlyInThoroughRun } from '#tests/support/server/thoroughness.ts'
import { keyPassword } from '#tests/support/transfers/quantum-files.ts'

test('a method without a key asks for one with a good password, until there is one', async ({ site }) => {
  site.expected.push(/status of 400/)
  const page = await site.person(ownAddress())
  await signUp(page)
  await chooseMethod(page, 'ML-KEM-768')
  for (const method of ['ChaCha20-Poly1305', 'RSA-OAEP'])
    await expect(page.getByRole('radio', { name: method })).toBeDisabled()
  await expect(making(page)).toContainText('A forgotten key password can’t be reset.')
  await expect(making(page).getByLabel('Key password', { exact: true })).toBeVisible()

  // Cancelled, the method stays chosen, and nothing is sent.
  await page.keyboard.press('Escape')
  await expect(making(page)).toBeHidden()
  await expect(page.getByRole('radio', { name: 'ML-KEM-768' })).toBeChecked()
  await expect(page.getByRole('radio', { name: 'ML-KEM-768' })).toBeFocused()
  await expect(page.getByText('You don’t have a key for this method yet.')).toBeVisible()
  await sendButton(page).click()
  await expect(making(page)).toBeVisible()
  await making(page).getByRole('button', { name: 'Cancel' }).click()

  // A key password is long enough, typed twice the same, and not everybody's.
  await page.getByRole('button', { name: 'Generate key' }).click()
  const field = making(page).getByLabel('Key password', { exact: true })
  const again = making(page).getByLabel('Confirm key password')
  const generate = making(page).getByRole('button', { name: 'Generate key' })
  await fillTwice(page, 'Key password', 'seven77', 'another')
  await expect(field).toHaveAccessibleDescription(/^Easy to guess/)
  await generate.click()
  await expect(field).toHaveAccessibleDescription('Password must be at least 8 characters.')
  await expect(again).toHaveAccessibleDescription('Passwords do not match')
  await expect(field).toBeFocused()
  await fillTwice(page, 'Key password', 'password123')
  await generate.click()
  await expect(field).toHaveAccessibleDescription(/too easy to guess/)
  await field.fill('tulips and daffodils')
  await expect(field).toHaveAccessibleDescription(/^Strong/)
  await generate.click()
  await expect(again).toHaveAccessibleDescription('Passwords do not match')
  await making(page).getByRole('button', { name: 'Generate', exact: true }).click()
  await expect(field).toHaveAttribute('type', 'text')
  await expect(field).toHaveValue(/^[2-9a-z]{5}(-[2-9a-z]{5}){3}$/)
  await expect(again).toHaveValue(await field.inputValue())
  await generate.click()
  await expect(making(page)).toBeHidden()
  await expect(page.getByText('You don’t have a key for this method yet.')).toBeHidden()
  expect([...(await fingerprints(page)).keys()]).toEqual(['ml-kem768'])

  // There is one now; of another method there is none.
  await page.getByRole('radio', { name: 'AES-256-GCM' }).check()
  await page.getByRole('radio', { name: 'ML-KEM-768' }).check()
  await expect(sendButton(page)).toHaveAccessibleDescription(/^Only you’ll be able to open this file/)
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.getByRole('radio', { name: 'ML-KEM-512' }).check()
  await expect(making(page, 'ML-KEM-512')).toBeVisible()
})

test('a key that could not be made can be tried again', onlyInThoroughRun, async ({ site }) => {
  site.expected.push(/status of (409|50[02])/, /ERR_FAILED/)
  const page = await site.person(ownAddress())
  await signUp(page)
  await chooseMethod(page, 'ML-KEM-768')
  await fillTwice(page, 'Key password', keyPassword)
  const generate = making(page).getByRole('button', { name: 'Generate key' })
  const problem = making(page).getByRole('alert')
  const call = '**/api/users/pqc/generate'
  await page.route(call, (route) => route.fulfill({ status: 502, body: '<h1>Bad Gateway</h1>' }))
  await generate.click()
  await expect(problem).toContainText('PQC key generation failed.')
  await page.unroute(call)
  await page.route(call, (route) => route.abort())
  await generate.click()
  await expect(problem).toContainText('Connection lost.')
  await page.unroute(call)

  const busy = Promise.withResolvers<void>()
  await page.route(call, async (route) => {
    await busy.promise
    await route.continue()
  })
  await generate.click()
  await expect(making(page).getByRole('button', { name: 'Generating...' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(making(page)).toBeVisible()
  await makeKey(page)
  busy.resolve()
  await expect(problem).toContainText('You already have a key for this method.')
})

test(
  'an upload whose key was deleted meanwhile says so, and a new one can be made',
  onlyInThoroughRun,
  async ({ site }) => {
    site.expected.push(/status of 404/)
    const page = await site.person(ownAddress())
    await signUp(page)
    await makeKey(page)
    // What the page asks for once more would find the key gone before it is sent.
    const known = page.waitForResponse(/\/api\/users\/keys$/)
    await chooseMethod(page, 'ML-KEM-768')
    await expect(page.getByText('Only you’ll be able to open this file')).toBeVisible()
    await (await known).finished()
    await deleteKey(page)
    await sendButton(page).click()
    await expect(page.getByText('You don’t have a key for this encryption method yet.')).toBeVisible()
    await fillTwice(page, 'Key password', keyPassword)
    await making(page).getByRole('button', { name: 'Generate key' }).click()
    await expect(making(page)).toBeHidden()
    await sendButton(page).click()
    await expect(page.getByRole('heading', { name: 'Your link is ready.' })).toBeVisible()
  },
)

test(
  'a key is made without a mouse, and another method can still be reached',
  onlyInThoroughRun,
  async ({ site }) => {
    const page = await site.person(ownAddress())
    await signUp(page)
    await choose(page, smallFile())
    await page.locator('summary', { hasText: 'Encryption' }).focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('radio', { name: 'AES-256-GCM' })).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(making(page, 'ML-KEM-512')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('radio', { name: 'ML-KEM-512' })).toBeFocused()
    await page.keyboard.press('ArrowDown')
    const field = making(page).getByLabel('Key password', { exact: true })
    await expect(making(page)).toBeVisible()
    await field.focus()
    await page.keyboard.type(keyPassword)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.type(keyPassword)
    await page.keyboard.press('Enter')
    await expect(making(page)).toBeHidden()
    await expect(page.getByRole('radio', { name: 'ML-KEM-768' })).toBeFocused()
    expect([...(await fingerprints(page)).keys()]).toEqual(['ml-kem768'])
  },
)
