import type { Page } from '@playwright/test'
import { signUp, tokenOf } from '#tests/support/accounts/people.ts'
import { isFine } from '#tests/support/browser/checks/is-fine.ts'
import { largeTargets } from '#tests/support/browser/checks/large-targets.ts'
import { expect, test } from '#tests/support/browser/site.ts'
import { onlyInThoroughRun } from '#tests/support/server/thoroughness.ts'
import { sendTransfer } from '#tests/support/transfers/managed-transfers.ts'

async function openAs(page: Page, origin: string, filename = 'plan.txt'): Promise<void> {
  const sent = await sendTransfer({ baseUrl: origin }, Buffer.from('a few words'), { filename })
  await page.goto(`/manage/${sent.linkId}#${sent.token}`)
  await expect(page.getByRole('heading', { name: filename, level: 1 })).toBeVisible()
}

/** Presses Tab until this has the focus. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab')
    const focused = await page.evaluate(() => {
      const at = document.activeElement
      const label = at instanceof HTMLSelectElement || at instanceof HTMLInputElement ? at.labels?.[0] : at
      return at?.getAttribute('aria-label') ?? label?.textContent ?? ''
    })
    if (name.test(focused)) return
  }
  throw new Error(`nothing called ${name} gets the focus`)
}

test('a transfer is managed with the keyboard alone, to its end', async ({ site }) => {
  const page = await site.person()
  await openAs(page, site.origin)
  await tabTo(page, /^Downloads/)
  await page.keyboard.press('5')
  await expect(page.getByText('Saved: 5 downloads allowed.').first()).toBeVisible()
  await tabTo(page, /^Set password$/)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  await tabTo(page, /^New file password/)
  await page.keyboard.type('correct horse')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^Saved: the new password is needed/).first()).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await page.evaluate(() => document.body.focus())
  await tabTo(page, /^Name and message/)
  await page.keyboard.press('Enter')
  await tabTo(page, /^Name$/)
  await page.keyboard.type('Site plan')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Site plan', level: 1 })).toBeVisible()
  await tabTo(page, /^Timeline/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('listitem').filter({ hasText: 'Password set' })).toBeVisible()
  await tabTo(page, /^End now$/)
  await page.keyboard.press('Enter')
  await expect(dialog).toBeVisible()
  await tabTo(page, /^End now$/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Site plan has ended' })).toBeFocused()
})

test('Skip to content keeps the secret in the address', async ({ site }) => {
  const page = await site.person()
  await openAs(page, site.origin)
  const address = page.url()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  expect(page.url()).toBe(address)
  await expect(page.getByRole('heading', { name: 'plan.txt', level: 1 })).toBeVisible()
})

test(
  'the focus stays at a choice that is saved, and goes near what has gone',
  onlyInThoroughRun,
  async ({ site }) => {
    const page = await site.person()
    await openAs(page, site.origin)
    const fold = (name: string) =>
      page.locator('summary', { has: page.getByRole('heading', { name, exact: true }) })
    const inDialog = (name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true })
    const downloads = page.getByRole('combobox', { name: 'Downloads' })
    await downloads.focus()
    await page.keyboard.press('5')
    await expect(page.getByText('Saved: 5 downloads allowed.').first()).toBeVisible()
    await expect(downloads).toBeFocused()

    await fold('Files').press('Enter')
    await page.getByRole('button', { name: 'Add a file' }).press('Enter')
    const file = { name: 'two.txt', mimeType: 'text/plain', buffer: Buffer.from('2') }
    await page.getByRole('dialog').locator('input[type=file]').setInputFiles(file)
    await inDialog('Add file').press('Enter')
    await page.getByRole('button', { name: 'Remove two.txt' }).press('Enter')
    await inDialog('Remove file').press('Enter')
    await expect(page.getByText('two.txt was removed.').first()).toBeVisible()
    await expect(fold('Files')).toBeFocused()

    await fold('Links').press('Enter')
    await page.getByRole('button', { name: 'New link' }).press('Enter')
    await page.getByRole('dialog').getByLabel('Label').fill('Jonas')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Revoke Jonas' }).press('Enter')
    await inDialog('Revoke').press('Enter')
    await expect(page.getByText('Jonas no longer works.').first()).toBeVisible()
    await expect(fold('Links')).toBeFocused()

    await fold('Timeline').press('Enter')
    const events = page.locator('.manage-timeline > li')
    await expect(events).toHaveCount(3)
    await page.getByRole('button', { name: /^Show earlier/ }).press('Enter')
    await expect(events.nth(3)).toBeFocused()

    await page.getByRole('button', { name: 'Set password' }).press('Enter')
    await page.getByLabel('New file password').fill('correct horse')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Change', exact: true })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Password' })).toBeFocused()
  },
)

test('nobody is given a main link that was revoked: neither its manage page nor the list of files copies it', async ({
  site,
}) => {
  const page = await site.person()
  await signUp(page)
  const headers = { authorization: `Bearer ${await tokenOf(page)}` }
  const { ref } = await sendTransfer({ baseUrl: site.origin }, Buffer.from('words'), { headers })
  await page.goto(`/portal/files/${ref}`)
  const box = page.getByRole('region', { name: 'Transfer' })
  await expect(box.getByRole('textbox', { name: 'Share link' })).toBeVisible()
  await page.locator('summary', { has: page.getByRole('heading', { name: 'Links' }) }).click()
  await page.getByRole('button', { name: 'Revoke Main link' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(box.getByText('Main link no longer works.')).toBeVisible()
  await expect(box.getByRole('button', { name: 'Copy' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Files' }).first().click()
  await expect(page.getByRole('button', { name: 'Copy link to plan.txt' })).toBeDisabled()
  await page.getByRole('button', { name: 'More actions for plan.txt' }).click()
  await expect(page.getByRole('menuitem', { name: 'View' })).toBeDisabled()
  await expect(page.getByRole('menuitem', { name: 'Manage' })).toBeEnabled()
})

test(
  'a file that is still being added is not added once its dialog is closed',
  onlyInThoroughRun,
  async ({ site }) => {
    const page = await site.person()
    await openAs(page, site.origin)
    await page.locator('summary', { hasText: 'Files' }).first().click()
    await page.getByRole('button', { name: 'Add a file' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.locator('input[type=file]').setInputFiles({
      name: 'wrong.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('not for them'),
    })
    const goOn = Promise.withResolvers<void>()
    await page.route('**/api/transfers/*/files', async (route) => {
      await goOn.promise
      // Of a request that was cancelled nothing is left to continue.
      await route.continue().catch(() => {})
    })
    const questions: string[] = []
    page.on('dialog', (question) => {
      questions.push(question.type())
      void question.dismiss()
    })
    await dialog.getByRole('button', { name: 'Add file', exact: true }).click()
    await expect(dialog.getByRole('button', { name: /^Adding/ })).toBeVisible()
    await page.close({ runBeforeUnload: true })
    await expect.poll(() => questions).toEqual(['beforeunload'])
    const cancelled = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/files'))
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toHaveCount(0)
    await cancelled
    goOn.resolve()
    await page.reload()
    await expect(page.getByRole('heading', { name: 'plan.txt', level: 1 })).toBeVisible()
    await expect(page.getByText('wrong.txt')).toHaveCount(0)
  },
)

test('a transfer that could not be loaded is asked for again, and the keyboard stays in its page', async ({
  site,
}) => {
  site.expected.push(/status of 502/)
  const page = await site.person()
  await page.route('**/api/transfers/*/manage', (route) => route.fulfill({ status: 502, body: 'no' }))
  const sent = await sendTransfer({ baseUrl: site.origin }, Buffer.from('a few words'), {
    filename: 'plan.txt',
  })
  await page.goto(`/manage/${sent.linkId}#${sent.token}`)
  const again = page.getByRole('button', { name: 'Try Again' })
  await expect(again).toBeVisible()
  await page.unroute('**/api/transfers/*/manage')
  await again.click()
  await expect(page.getByRole('heading', { name: 'plan.txt', level: 1 })).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
})

test(
  'a file that was added is said to be added, also where the transfer cannot be read after it',
  onlyInThoroughRun,
  async ({ site }) => {
    site.expected.push(/status of 502/)
    const page = await site.person()
    await openAs(page, site.origin)
    await page.locator('summary', { has: page.getByRole('heading', { name: 'Files' }) }).click()
    await page.getByRole('button', { name: 'Add a file' }).click()
    const dialog = page.getByRole('dialog')
    const file = { name: 'two.txt', mimeType: 'text/plain', buffer: Buffer.from('2') }
    await dialog.locator('input[type=file]').setInputFiles(file)
    await page.route('**/api/transfers/*/manage', (route) => route.fulfill({ status: 502, body: 'no' }))
    await dialog.getByRole('button', { name: 'Add file', exact: true }).click()
    await expect(page.getByText('two.txt was added.').first()).toBeVisible()
    await expect(dialog).toHaveCount(0)
    await expect(page.getByRole('heading', { name: 'plan.txt', level: 1 })).toBeVisible()
    await page.unroute('**/api/transfers/*/manage')
    await page.reload()
    await expect(page.getByRole('button', { name: 'Remove two.txt' })).toHaveCount(1)
  },
)

const ways = [
  { locale: 'de-DE', links: 'Links', newLink: 'Neuer Link', until: 'Link funktioniert bis' },
  { locale: 'fr-FR', links: 'Liens', newLink: 'Nouveau lien', until: 'Le lien fonctionne jusqu’à' },
] as const

for (const { locale, ...texts } of ways)
  test(
    `on a phone in ${locale} everything fits, is clean and large enough`,
    onlyInThoroughRun,
    async ({ site }) => {
      const page = await site.person({
        locale,
        viewport: { width: 320, height: 800 },
        colorScheme: locale === 'de-DE' ? 'dark' : 'light',
      })
      await openAs(page, site.origin, 'Vertragsunterlagen_Lindenstraße-14_unterschrieben.pdf')
      await expect(page.getByRole('combobox', { name: texts.until })).toBeVisible()
      for (const fold of await page.locator('summary').all()) await fold.click()
      await expect(page.getByRole('heading', { name: texts.links })).toBeVisible()
      await isFine(page, locale)
      await largeTargets(page, locale)
      await page.getByRole('button', { name: texts.newLink }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await isFine(page, `${locale}, a new link`)
    },
  )
