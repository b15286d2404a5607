import { createDecipheriv, createPrivateKey, createPublicKey, pbkdf2Sync, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { ownAddress, signUp } from '#tests/support/accounts/people.ts'
import { isClean, isFine } from '#tests/support/browser/checks/is-fine.ts'
import { fittingLooks, inLooks } from '#tests/support/browser/checks/looks.ts'
import { refuse } from '#tests/support/browser/pages/download-page.ts'
import { chooseInFileMenu, fileMenu } from '#tests/support/browser/pages/file-menu.ts'
import {
  chooseMethod,
  dialog,
  fillTwice,
  making,
  openKeys,
  row,
} from '#tests/support/browser/pages/key-dialogs.ts'
import { deleteKey, fingerprints, lockFile, makeKey, ownKeys } from '#tests/support/browser/pages/own-keys.ts'
import { expect, test } from '#tests/support/browser/site.ts'
import { onlyInThoroughRun } from '#tests/support/server/thoroughness.ts'
import { keyPassword } from '#tests/support/transfers/quantum-files.ts'

const another = 'another password for keys'

test('the profile shows every key, makes those that are missing, and changes their passwords', async ({
  site,
}) => {
  site.expected.push(/status of 403/)
  const page = await site.person(ownAddress())
  await signUp(page)
  await makeKey(page)
  const buffer = randomBytes(1000)
  const { downloadUrl } = await lockFile(page, buffer)
  await openKeys(page)
  await expect(page.getByText('A forgotten key password can’t be reset.')).toBeVisible()
  const fingerprint = (await fingerprints(page)).get('ml-kem768') ?? ''
  await expect(row(page, 'ML-KEM-768')).toContainText(fingerprint.replace(/(.{4})(?!$)/g, '$1 '))
  await expect(row(page, 'ML-KEM-768')).toContainText('post-quantum, security level 3')
  await expect(row(page, 'ML-KEM-768').getByRole('time')).toHaveAttribute('datetime', /^\d{4}-\d\d-\d\dT/)
  await expect(row(page, 'ML-KEM-1024')).toContainText('No key yet')
  await page.getByRole('button', { name: 'Generate key for ML-KEM-1024' }).click()
  await fillTwice(page, 'Key password', keyPassword)
  await making(page, 'ML-KEM-1024').getByRole('button', { name: 'Generate key' }).click()
  await expect(making(page, 'ML-KEM-1024')).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Encryption keys' })).toBeFocused()
  await expect(row(page, 'ML-KEM-1024')).toContainText('Fingerprint')
  await expect(page.getByRole('region', { name: 'Messages' })).toContainText('Your key is ready.')

  await page.getByRole('button', { name: 'Change key password of ML-KEM-768' }).click()
  const change = dialog(page, 'Change key password of ML-KEM-768')
  const submit = change.getByRole('button', { name: 'Change key password' })
  const current = change.getByLabel('Current key password')
  await expect(current).toBeFocused()
  await submit.click()
  await expect(current).toHaveAccessibleDescription('Enter your current key password.')
  await expect(change.getByLabel('New key password', { exact: true })).toHaveAccessibleDescription(
    'Password must be at least 8 characters.',
  )
  await current.fill('not this one')
  await fillTwice(page, 'New key password', another)
  await submit.click()
  await expect(current).toHaveAccessibleDescription('Invalid key password. Please try again.')
  await expect(current).toBeFocused()
  await current.fill(keyPassword)
  await submit.click()
  await expect(change).toBeHidden()
  await expect(page.getByRole('region', { name: 'Messages' })).toContainText(
    'The key password of ML-KEM-768 was changed.',
  )
  await page.goto(downloadUrl)
  await page.getByRole('button', { name: 'Download File' }).click()
  await page.getByRole('dialog').getByLabel('Key password').fill(another)
  const arriving = page.waitForEvent('download')
  await page.keyboard.press('Enter')
  expect(await readFile(await (await arriving).path())).toEqual(buffer)
})

/** The private half of an RSA pair, opened by the book: PBKDF2-SHA-256, salt, nonce, AES-256-GCM. */
function openPrivateHalf(encryptedPrivateKey: string, password: string, iterations: number) {
  const bytes = Buffer.from(encryptedPrivateKey, 'base64')
  const key = pbkdf2Sync(password, bytes.subarray(0, 16), iterations, 32, 'sha256')
  const opening = createDecipheriv('aes-256-gcm', key, bytes.subarray(16, 28)).setAuthTag(bytes.subarray(-16))
  const pkcs8 = Buffer.concat([opening.update(bytes.subarray(28, -16)), opening.final()])
  return createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' })
}

test('an RSA pair is made in the browser, and its key password changed there', async ({ site }) => {
  site.expected.push(/status of 500/)
  const page = await site.person(ownAddress())
  const sent: string[] = []
  page.on('request', (request) => sent.push(request.postData() ?? ''))
  await signUp(page)
  await openKeys(page)
  await page.getByRole('button', { name: 'Generate key for RSA-2048' }).click()
  await fillTwice(page, 'Key password', keyPassword)
  const generate = making(page, 'RSA-2048').getByRole('button', { name: 'Generate key' })
  await page.route(/\/api\/users\/keys$/, (route) => route.fulfill({ status: 500, body: 'no' }))
  await generate.click()
  await expect(making(page, 'RSA-2048').getByRole('alert')).toContainText(
    'Key generation failed. Please try again.',
  )
  await page.unroute(/\/api\/users\/keys$/)
  await generate.click()
  await expect(row(page, 'RSA-2048')).toContainText('Fingerprint')
  const [made] = await ownKeys(page)
  expect(made?.iterations).toBe(100_000)
  const privateKey = openPrivateHalf(made?.encryptedPrivateKey ?? '', keyPassword, 100_000)
  expect(privateKey.asymmetricKeyDetails?.modulusLength).toBe(2048)
  expect(createPublicKey(privateKey).export({ type: 'spki', format: 'der' }).toString('base64')).toBe(
    made?.public_key,
  )

  await page.getByRole('button', { name: 'Change key password of RSA-2048' }).click()
  const change = dialog(page, 'Change key password of RSA-2048')
  const current = change.getByLabel('Current key password')
  await current.fill('not this one')
  await fillTwice(page, 'New key password', another)
  await change.getByRole('button', { name: 'Change key password' }).click()
  await expect(current).toHaveAccessibleDescription('Invalid key password. Please try again.')
  await current.fill(keyPassword)
  await change.getByRole('button', { name: 'Change key password' }).click()
  await expect(change).toBeHidden()
  const [changed] = await ownKeys(page)
  expect(changed?.public_key).toBe(made?.public_key)
  const again = openPrivateHalf(changed?.encryptedPrivateKey ?? '', another, changed?.iterations ?? 0)
  expect(again.equals(privateKey)).toBe(true)
  for (const body of sent) {
    expect(body).not.toContain(keyPassword)
    expect(body).not.toContain(another)
  }
})

test(
  'a key is deleted with the files that only it opens, after its name was typed',
  onlyInThoroughRun,
  async ({ site }) => {
    const page = await site.person(ownAddress())
    await signUp(page)
    await makeKey(page)
    for (const name of ['plan.bin', 'budget.bin']) await lockFile(page, randomBytes(10), { name })
    await lockFile(page, randomBytes(10), { name: 'kept.bin', withPassword: true })
    const tab = (name: string) =>
      page.getByRole('navigation', { name: 'Profile sections' }).getByRole('link', { name })
    await openKeys(page)
    await tab('Account').click()
    const storage = page.getByRole('definition').filter({ hasText: 'of 2' })
    await expect(storage).toHaveText(/^30\sB of 2\sGB$/)
    await tab('Keys').click()
    await page.getByRole('button', { name: 'Delete key ML-KEM-768' }).click()
    const deletion = dialog(page, 'Delete key ML-KEM-768')
    await expect(deletion).toContainText('2 files only this key can open will be deleted too:')
    await expect(deletion.getByRole('listitem')).toHaveText([
      /^plan\.bin Available until/,
      /^budget\.bin Available until/,
    ])
    await expect(deletion).toContainText('1 file stays and opens with its file password.')
    await expect(deletion).toContainText('This action cannot be undone.')
    const remove = deletion.getByRole('button', { name: 'Delete key' })
    await remove.click()
    const typed = deletion.getByLabel('Type ML-KEM-768 to delete it')
    await expect(typed).toHaveAccessibleDescription('Type ML-KEM-768.')
    await expect(typed).toBeFocused()
    await typed.fill('ml-kem-768')
    await remove.click()
    await expect(deletion).toBeHidden()
    await expect(page.getByRole('heading', { name: 'Encryption keys' })).toBeFocused()
    await expect(page.getByRole('region', { name: 'Messages' })).toContainText(
      'The key ML-KEM-768 was deleted, along with 2 files.',
    )
    await expect(row(page, 'ML-KEM-768')).toContainText('No key yet')
    await tab('Account').click()
    await expect(storage).toHaveText(/^10\sB of 2\sGB$/)
    await page.goto('/portal/files')
    await expect(fileMenu(page, 'kept.bin')).toBeVisible()
    await expect(fileMenu(page, 'plan.bin')).toBeHidden()
  },
)

test('what fails at the keys is told, and can be tried again', onlyInThoroughRun, async ({ site }) => {
  site.expected.push(/status of (404|50\d)/, /ERR_FAILED/)
  const page = await site.person(ownAddress())
  await signUp(page)
  await makeKey(page)
  const list = /\/api\/users\/keys$/
  await page.route(list, (route) => route.abort())
  await page.goto('/portal/profile?section=keys')
  await expect(page.getByText('Couldn’t load your keys.')).toBeVisible()
  await page.unroute(list)
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(row(page, 'ML-KEM-768')).toContainText('Fingerprint')
  await expect(page.getByRole('main')).toBeFocused()

  const files = '**/api/users/keys/*/files'
  await page.route(files, (route) => route.abort())
  const open = page.getByRole('button', { name: 'Delete key ML-KEM-768' })
  await open.click()
  const deletion = dialog(page, 'Delete key ML-KEM-768')
  await expect(deletion.getByRole('alert')).toContainText('We couldn’t check what would be deleted.')
  await expect(deletion.getByRole('button', { name: 'Delete key' })).toBeDisabled()
  await page.keyboard.press('Escape')
  await expect(open).toBeFocused()
  await page.unroute(files)
  await open.click()
  await deletion.getByLabel('Type ML-KEM-768 to delete it').fill('ML-KEM-768')
  const call = '**/api/users/keys/ml-kem768'
  await refuse(page, call, { code: 'INTERNAL_ERROR', status: 500, message: 'Something went wrong.' })
  await deletion.getByRole('button', { name: 'Delete key' }).click()
  await expect(deletion.getByRole('alert')).toContainText('Something went wrong')
  await page.unroute(call)
  await deleteKey(page)
  await deletion.getByRole('button', { name: 'Delete key' }).click()
  await expect(deletion).toBeHidden()
  await expect(row(page, 'ML-KEM-768')).toContainText('No key yet')
})

test('who can open a file is said in the list of files, and where a file could be shared', async ({
  site,
}) => {
  const page = await site.person(ownAddress())
  await signUp(page)
  await makeKey(page)
  await lockFile(page, randomBytes(10), { name: 'mine.bin' })
  await lockFile(page, randomBytes(10), { name: 'locked.bin', withPassword: true })
  await page.goto('/portal/files')
  await chooseInFileMenu(page, 'locked.bin', 'Who can open it')
  const fingerprint = (await fingerprints(page)).get('ml-kem768') ?? ''
  const grouped = fingerprint.replace(/(.{4})(?!$)/g, '$1 ')
  await expect(dialog(page, 'Who can open it')).toContainText(
    `Locked with ML-KEM-768 to your key ${grouped.slice(0, 19)}. You open it with your key password; others need the link and the file password.`,
  )
  await expect(dialog(page, 'Who can open it')).toContainText(`Key fingerprint: ${grouped}`)
  await isClean(page, 'a receipt')
  await page.keyboard.press('Escape')
  await expect(fileMenu(page, 'locked.bin')).toBeFocused()

  await page.getByRole('link', { name: 'Contacts', exact: true }).click()
  await page.getByRole('button', { name: 'Add Contact' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Jonas Weber')
  await page.getByRole('dialog').getByLabel('Email').fill('jonas@example.org')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Share with Jonas Weber' }).click()
  await expect(page.getByRole('radio', { name: 'mine.bin' })).toHaveAccessibleName(/Only you can open it\.$/)
  await expect(page.getByRole('radio', { name: 'locked.bin' })).not.toHaveAccessibleName(/Only you/)
})

for (const { name: look, options } of fittingLooks) {
  test(`everything about keys is clean and fits, ${look}`, inLooks, async ({ site }) => {
    site.expected.push(/status of 400/)
    const page = await site.person({ ...ownAddress(), ...options })
    await signUp(page)
    await chooseMethod(page, 'ML-KEM-1024')
    await expect(making(page, 'ML-KEM-1024')).toBeVisible()
    await isFine(page, 'asked for a key')
    await fillTwice(page, 'Key password', 'short', 'other')
    await making(page, 'ML-KEM-1024').getByRole('button', { name: 'Generate key' }).click()
    await isFine(page, 'mistakes')
    await page.keyboard.press('Escape')
    await isFine(page, 'a missing key')
    await makeKey(page)
    const name = `${'Vertragsunterlagen_Wohnung-'.repeat(5)}.pdf`
    await lockFile(page, randomBytes(10), { name })
    await openKeys(page)
    await isFine(page, 'the keys')
    await page.getByRole('button', { name: 'Change key password of ML-KEM-768' }).click()
    await isFine(page, 'a key password to be changed')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Delete key ML-KEM-768' }).click()
    await expect(dialog(page, 'Delete key ML-KEM-768').getByRole('listitem')).toBeVisible()
    await isFine(page, 'a key to be deleted')
  })
}
