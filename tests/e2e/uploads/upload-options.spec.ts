import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator } from '@playwright/test'
import PostalMime from 'postal-mime'
import { languages } from '#contract/languages.ts'
import { ownAddress, signUp } from '#tests/support/accounts/people.ts'
import { goByOwnClock } from '#tests/support/browser/own-clock.ts'
import { choose, send, sendButton, smallFile } from '#tests/support/browser/pages/home.ts'
import { expect, test } from '#tests/support/browser/site.ts'
import { inThoroughRun, thorough } from '#tests/support/server/thoroughness.ts'

test('a generated password is shown, copied, kept out of messages, opens the file, and is stored nowhere', async ({
  site,
}) => {
  const page = await site.person({
    acceptDownloads: true,
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
  await choose(page, smallFile())
  const field = page.getByRole('textbox', { name: 'File password' })
  const copy = page.getByRole('button', { name: 'Copy password' })
  await expect(copy).toBeHidden()
  await field.fill('secret')
  await expect(page.getByText('Easy to guess.')).toBeVisible()

  // Messages are counted and cut, and watched for the password.
  const message = page.getByRole('textbox', { name: 'Message from sender' })
  await message.pressSequentially('x')
  await expect(page.getByText('1 / 500')).toBeVisible()
  await message.evaluate((field: HTMLTextAreaElement) => field.select())
  await page.keyboard.insertText('y'.repeat(600))
  await expect(page.getByText('500 / 500')).toBeVisible()
  const warning = page.locator('p', { has: page.getByText('Your message contains the file password') })
  await field.fill('tulip-92')
  await expect(warning).toBeHidden()
  await message.fill('It opens with Tulip-92.')
  await expect(warning).toBeVisible()
  await expect(message).toHaveAccessibleDescription(/contains the file password/)
  await message.fill('It opens with what I told you.')
  await expect(warning).toBeHidden()
  await page.getByRole('radio', { name: 'Send by email' }).check()
  await page.getByText('Different message in the email').click()
  const mailed = page.getByRole('textbox', { name: 'Message in the email' })
  await page.getByRole('textbox', { name: 'Send to' }).fill('jonas@example.de')
  await mailed.fill('tulip-92 opens it')
  await expect(page.locator('.counter', { hasText: '17 / 300' })).toBeVisible()
  await expect(mailed).toHaveAccessibleDescription(/contains the file password/)
  await page.getByRole('radio', { name: 'Get a link' }).check()

  await page.getByRole('button', { name: 'Generate' }).click()
  await expect(page.getByText('Strong. Share it separately from the link.')).toBeVisible()
  await expect(field).toHaveAttribute('type', 'text')
  const password = await field.inputValue()
  expect(password).toMatch(/^\w{5}(-\w{5}){3}$/)
  await copy.click()
  await expect(page.getByRole('button', { name: 'Copied!' })).toBeVisible()
  expect(await clipboard()).toBe(password)
  const { link } = await send(page)
  await expect(page.getByText(password, { exact: true })).toBeVisible()
  await page.evaluate(() => navigator.clipboard.writeText(''))
  await copy.click()
  await expect.poll(clipboard).toBe(password)
  const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
  expect(stored).toContain('restante.sent')
  expect(stored).not.toContain(password)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Your link is ready.' })).toBeVisible()
  await expect(page.getByText('Required', { exact: true })).toBeVisible()
  await expect(copy).toBeHidden()

  await page.goto(link)
  const arriving = page.waitForEvent('download')
  await field.fill(password)
  await page.getByRole('button', { name: 'Download File' }).click()
  expect(await (await arriving).failure()).toBeNull()
})

test('the options show what everyone may choose, what needs an account, and the hour of deletion', async ({
  site,
}) => {
  const page = await site.person()
  await page.clock.setFixedTime(new Date(2026, 10, 21, 20, 6))
  await goByOwnClock(page)
  await choose(page, smallFile())
  const lives = page.getByRole('group', { name: 'Expires in' }).getByRole('radio')
  await expect(page.getByRole('radio', { name: '3h', exact: true })).toBeChecked()
  const states = await lives.evaluateAll((radios) =>
    radios.map((radio) => [radio.closest('label')?.textContent, radio.matches(':enabled')]),
  )
  const [free, pro] = [true, false].map((isFree) =>
    states.filter(([, enabled]) => enabled === isFree).map(([life]) => life),
  )
  expect(free).toEqual(['30m', '1h', '3h', '6h', '12h'])
  expect(pro).toEqual(['1d', '3d', '7d', '14d', '30d'])
  await expect(page.getByText('Deleted today at 23:06')).toBeVisible()
  await page.getByRole('radio', { name: '12h', exact: true }).check()
  await expect(page.getByText('Deleted tomorrow at 08:06')).toBeVisible()
  await expect(page.getByRole('switch', { name: 'Pro coming soon' })).toBeDisabled()
  await page.locator('summary', { hasText: 'Encryption' }).click()
  const sentence = 'Post-Quantum and RSA encryption require user authentication. Please sign in first.'
  await expect(page.getByText(sentence)).toBeVisible()
  await expect(page.getByRole('radio', { name: 'ML-KEM-768' })).toHaveAccessibleDescription(sentence)
  await expect(page.getByRole('radio', { name: 'AES-256-GCM' })).toBeChecked()
  for (const name of [
    ...['ML-KEM-512', 'ML-KEM-768', 'ML-KEM-1024'],
    ...['RSA-OAEP coming soon', 'ChaCha20-Poly1305 coming soon'],
  ])
    await expect(page.getByRole('radio', { name })).toBeDisabled()
})

test('people are told by mail, each address checked as it is added, and a guest is suggested nobody', async ({
  site,
}) => {
  const page = await site.person()
  const contactsAsked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/contacts')) contactsAsked.push(request.url())
  })
  await choose(page, smallFile('plan.txt'))
  await page.getByRole('radio', { name: 'Send by email' }).check()
  const to = page.getByRole('textbox', { name: 'Send to' })
  await to.fill('nobody@nowhere')
  await to.press('Enter')
  await expect(page.getByRole('main').getByText('Not an email address: nobody@nowhere')).toBeVisible()
  await expect(to).toHaveAttribute('aria-invalid', 'true')
  await sendButton(page).click()
  await expect(sendButton(page)).toBeVisible()
  await to.fill('')
  // Without anybody to send it to it stays where it is.
  await sendButton(page).click()
  await expect(to).toBeFocused()
  await expect(to).toHaveAccessibleDescription('Add at least one email address.')
  await to.fill('Jonas Weber <jonas@example.de>; ines@example.fr, INES@example.fr')
  await to.press('Enter')
  await expect(sendButton(page)).toHaveText('Send to 2 people')
  await page.getByRole('button', { name: 'Remove ines@example.fr' }).click()
  await expect(to).toBeFocused()
  await expect(sendButton(page)).toHaveText('Send to 1 person')
  await page.locator('summary', { hasText: 'More options' }).click()
  await page.getByRole('textbox', { name: 'Title' }).fill('The plan')
  await page.getByRole('textbox', { name: 'Message from sender' }).fill('For Monday.')
  await page.getByRole('textbox', { name: 'Your name' }).fill('Ines Moreau')
  const { link } = await send(page)
  expect(contactsAsked).toEqual([])
  await expect(page.getByText('This service can’t send emails yet.')).toBeVisible()
  await expect(page.getByText('Sent to')).toHaveCount(0)
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
    expect(mail?.subject).toBe('“Ines Moreau” sent you a file: The plan')
  }).toPass({ timeout: 10_000 })
})

/** Whether a control lies in the window with all of it, and nothing over it. */
function isWhole(control: Locator): Promise<boolean> {
  return control.evaluate((element) => {
    const target = element.closest('label, .affix') ?? element
    const { left, top, right, bottom } = target.getBoundingClientRect()
    const corners = [
      // Within the round corners of small buttons.
      [left + 8, top + 8],
      [right - 8, bottom - 8],
    ] as const
    return corners.every(([x, y]) => {
      const met = document.elementFromPoint(x, y)
      return met !== null && (target.contains(met) || met.contains(target))
    })
  })
}

// The longest words are German; the thorough run tries the others.
const spoken = thorough ? languages : (['de'] as const)

test(
  'at 1280 × 800 nothing of the options is cut with all of it open, in any language, and the button stays in sight',
  inThoroughRun,
  async ({ site }) => {
    for (const locale of spoken) {
      const page = await site.person({ viewport: { width: 1280, height: 800 }, locale })
      await signUp(page)
      await page.goto('/')
      await page.locator('input[type=file]').first().setInputFiles(smallFile())
      const form = page.locator('form.opts')
      await form.getByRole('radio').nth(1).check()
      for (const name of ['More', 'Advanced', 'mail'] as const) await openFold(form, name)
      const controls = form.locator('.groups :is(input, textarea, summary, button)').filter({ visible: true })
      const button = form.locator('button[type=submit]')
      for (const control of await controls.all()) {
        const what = `${locale}: ${await control.evaluate((element) => element.outerHTML)}`
        await control.evaluate((element) => element.scrollIntoView({ block: 'center' }))
        expect(await isWhole(control), what).toBe(true)
        expect(await isWhole(button), what).toBe(true)
      }
      // Nothing scrolls but the page.
      expect(await form.evaluate((it) => it.scrollHeight - it.clientHeight)).toBeLessThan(2)
    }
  },
)

/** Unfolds a part of the options, whatever the language. */
async function openFold(form: Locator, name: 'More' | 'Advanced' | 'mail'): Promise<void> {
  const fold = form.locator('details').nth({ mail: 0, More: 1, Advanced: 2 }[name])
  await fold.locator('summary').click()
  await expect(fold).toHaveAttribute('open')
}

test('one switch locks a file to the own key, names no cipher, and is off while others can open it with a password', async ({
  site,
}) => {
  const page = await site.person(ownAddress())
  await signUp(page)
  await choose(page, smallFile())
  const form = page.getByRole('form', { name: 'Upload options' })
  const onlyMe = form.getByRole('switch', { name: 'Only I can open it' })
  await expect(form.getByRole('group', { name: 'Encryption' })).toBeHidden()
  await expect(form).not.toContainText(/AES|ML-KEM/, { useInnerText: true })
  await onlyMe.check()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('Only you’ll be able to open this file')).toBeVisible()
  await expect(form).not.toContainText(/AES|ML-KEM/, { useInnerText: true })
  await page.locator('summary', { hasText: 'Advanced' }).click()
  await expect(page.getByRole('radio', { name: 'ML-KEM-768' })).toBeChecked()
  await page.getByRole('textbox', { name: 'File password' }).fill('open sesame')
  await expect(onlyMe).toBeDisabled()
  await expect(onlyMe).not.toBeChecked()
  await page.getByRole('textbox', { name: 'File password' }).fill('')
  await onlyMe.uncheck()
  await expect(page.getByRole('radio', { name: 'AES-256-GCM' })).toBeChecked()
})
