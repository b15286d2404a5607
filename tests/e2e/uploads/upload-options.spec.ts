import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { choose, send, sendButton, smallFile } from '#tests/support/browser/pages/home.ts'
import { expect, test } from '#tests/support/browser/site.ts'

test('a generated password is shown, strong, and opens the file', async ({ site }) => {
  const page = await site.person({ acceptDownloads: true })
  await choose(page, smallFile())
  const field = page.getByRole('textbox', { name: 'File password' })
  await field.fill('secret')
  await expect(page.getByText('Easy to guess.')).toBeVisible()
  await page.getByRole('button', { name: 'Generate' }).click()
  await expect(page.getByText('Strong. Share it separately from the link.')).toBeVisible()
  await expect(field).toHaveAttribute('type', 'text')
  const password = await field.inputValue()
  expect(password).toMatch(/^\w{5}(-\w{5}){3}$/)
  const { link } = await send(page)
  await expect(page.getByText('Required', { exact: true })).toBeVisible()
  await page.goto(link)
  const arriving = page.waitForEvent('download')
  await page.getByRole('textbox', { name: 'File password' }).fill(password)
  await page.getByRole('button', { name: 'Download File' }).click()
  expect(await (await arriving).failure()).toBeNull()
})

test('a message takes 500 characters and counts them; a password in it is warned about', async ({ site }) => {
  const page = await site.person()
  await choose(page, smallFile())
  const message = page.getByRole('textbox', { name: 'Message from sender' })
  await message.pressSequentially('x')
  await expect(page.getByText('1 / 500')).toBeVisible()
  await message.evaluate((field: HTMLTextAreaElement) => field.select())
  await page.keyboard.insertText('y'.repeat(600))
  await expect(page.getByText('500 / 500')).toBeVisible()
  const warning = page.getByText('Your message contains the file password')
  await page.getByRole('textbox', { name: 'File password' }).fill('tulip-92')
  await expect(warning).toBeHidden()
  await message.fill('It opens with Tulip-92.')
  await expect(page.locator('p', { has: warning })).toBeVisible()
  await expect(message).toHaveAccessibleDescription(/contains the file password/)
  await message.fill('It opens with what I told you.')
  await expect(page.locator('p', { has: warning })).toBeHidden()
})

test('what needs an account says so, and the hour of deletion follows the choice', async ({ site }) => {
  const page = await site.person()
  await page.clock.setFixedTime(new Date(2026, 10, 21, 20, 6))
  await choose(page, smallFile())
  await expect(page.getByText('Deleted today at 23:06')).toBeVisible()
  await page.getByRole('radio', { name: '12h', exact: true }).check()
  await expect(page.getByText('Deleted tomorrow at 08:06')).toBeVisible()
  await expect(page.getByRole('switch', { name: 'Pro coming soon' })).toBeDisabled()
  await page.locator('summary', { hasText: 'Encryption' }).click()
  const sentence = 'Post-Quantum and RSA encryption require user authentication. Please sign in first.'
  await expect(page.getByText(sentence)).toBeVisible()
  await expect(page.getByRole('radio', { name: 'ML-KEM-768' })).toHaveAccessibleDescription(sentence)
  await expect(page.getByRole('radio', { name: 'RSA-OAEP coming soon' })).toBeDisabled()
  await expect(page.getByRole('radio', { name: 'ChaCha20-Poly1305 coming soon' })).toBeDisabled()
})

test('people are told by mail, each address checked as it is added', async ({ site }) => {
  const page = await site.person()
  await choose(page, smallFile('plan.txt'))
  await page.getByText('Send by email').click()
  const to = page.getByRole('textbox', { name: 'Send to' })
  await to.fill('nobody@nowhere')
  await to.press('Enter')
  await expect(page.getByRole('main').getByText('Not an email address: nobody@nowhere')).toBeVisible()
  await expect(to).toHaveAttribute('aria-invalid', 'true')
  await sendButton(page).click()
  await expect(sendButton(page)).toBeVisible()
  await to.fill('Jonas Weber <jonas@example.de>; ines@example.fr, INES@example.fr')
  await to.press('Enter')
  await expect(page.getByRole('main').getByText('2 recipients')).toBeVisible()
  await page.getByRole('button', { name: 'Remove ines@example.fr' }).click()
  await expect(to).toBeFocused()
  await expect(page.getByRole('main').getByText('1 recipient', { exact: true })).toBeVisible()
  await page.getByRole('textbox', { name: 'Your name' }).fill('Ines Moreau')
  await page.getByRole('textbox', { name: 'Message in the email' }).fill('For Monday.')
  const { link } = await send(page)
  await expect(page.getByText('jonas@example.de')).toBeVisible()
  const folder = join(site.dataDir, 'mail')
  await expect(async () => {
    const mails = (await readdir(folder)).filter((name) => name.endsWith('.eml'))
    const read = await Promise.all(
      mails.map(async (name) => PostalMime.parse(await readFile(join(folder, name)))),
    )
    const mail = read.find(({ text }) => text?.includes(link))
    expect(mail?.to?.map(({ address }) => address)).toEqual(['jonas@example.de'])
    expect(mail?.text).toContain('For Monday.')
    expect(`${mail?.subject} ${mail?.text}`).toContain('Ines Moreau')
  }).toPass({ timeout: 10_000 })
})

test('the message of the mail takes 300 characters, and is watched for the password, too', async ({
  site,
}) => {
  const page = await site.person()
  await choose(page, smallFile())
  await page.getByRole('textbox', { name: 'File password' }).fill('tulip-92')
  await page.getByText('Send by email').click()
  const message = page.getByRole('textbox', { name: 'Message in the email' })
  await expect(page.getByText('0 / 300')).toBeVisible()
  await page.getByRole('textbox', { name: 'Send to' }).fill('jonas@example.de')
  await message.fill('tulip-92 opens it')
  await expect(message).toHaveAccessibleDescription(/contains the file password/)
})
