import type { Page } from '@playwright/test'
import { ownAddress, signUp, tokenOf, uploadAs } from '#tests/support/accounts/people.ts'
import { fits, isClean } from '#tests/support/browser/checks/is-fine.ts'
import { inLooks, looks } from '#tests/support/browser/checks/looks.ts'
import { choose, smallFile } from '#tests/support/browser/pages/home.ts'
import { expect, test } from '#tests/support/browser/site.ts'
import { onlyInThoroughRun } from '#tests/support/server/thoroughness.ts'

type Draft = { name: string; email: string; phone?: string; company?: string }

async function add(page: Page, draft: Draft): Promise<void> {
  await page.getByRole('button', { name: 'Add Contact' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Contact' })
  await dialog.getByLabel('Name').fill(draft.name)
  await dialog.getByLabel('Email').fill(draft.email)
  await dialog.getByLabel('Phone').fill(draft.phone ?? '')
  await dialog.getByLabel('Company').fill(draft.company ?? '')
  await dialog.getByRole('button', { name: 'Add Contact' }).click()
  await expect(dialog).toBeHidden()
}

function card(page: Page, name: string) {
  return page.locator('.contact').filter({ hasText: name })
}

function toast(page: Page, text: string) {
  return page.getByRole('region', { name: 'Messages' }).getByText(text)
}

test('contacts are added, changed, found and deleted', async ({ site }) => {
  site.expected.push(/status of 5\d\d/)
  const page = await site.person(ownAddress())
  await signUp(page)
  await page.goto('/portal')
  await page.getByRole('link', { name: 'Contacts', exact: true }).click()
  await expect(page.getByText('No contacts yet.')).toBeVisible()

  // A contact wants a name and an address, and a failure keeps what was typed.
  await page.getByRole('button', { name: 'Add Contact' }).click()
  const adding = page.getByRole('dialog', { name: 'Add Contact' })
  const submit = adding.getByRole('button', { name: 'Add Contact' })
  await submit.click()
  await expect(adding.getByText('Enter a name.')).toBeVisible()
  await expect(adding.getByText('Enter a valid email address.')).toBeVisible()
  await expect(adding.getByLabel('Name')).toBeFocused()
  await adding.getByLabel('Name').fill('Ada')
  await adding.getByLabel('Email').fill('ada@localhost')
  await submit.click()
  await expect(adding.getByLabel('Email')).toHaveAccessibleDescription('Enter a valid email address.')
  await adding.getByLabel('Email').fill('ada@example.org')
  await page.route('**/api/contacts', (route) => route.fulfill({ status: 500, body: 'no' }))
  await submit.click()
  await expect(adding.getByRole('alert')).toContainText('Failed to add contact')
  await expect(adding.getByLabel('Name')).toHaveValue('Ada')
  await page.keyboard.press('Escape')
  await expect(adding).toBeHidden()
  await expect(page.getByRole('button', { name: 'Add Contact' })).toBeFocused()
  await page.unroute('**/api/contacts')

  await add(page, { name: 'Jonas Weber', email: 'jonas@example.org', company: 'Weber Tragwerke' })
  await expect(toast(page, 'Jonas Weber was added.')).toBeVisible()
  await add(page, { name: 'Eleni Λαμπροπούλου', email: 'eleni@example.org', phone: '+30 210 1234' })
  await expect(card(page, 'Jonas Weber')).toContainText('Weber Tragwerke')
  await expect(page.getByRole('link', { name: 'Email Jonas Weber' })).toHaveAttribute(
    'href',
    'mailto:jonas@example.org',
  )
  await page.getByRole('button', { name: 'Edit Jonas Weber' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Jonas Weber' })
  await expect(dialog.getByLabel('Email')).toHaveValue('jonas@example.org')
  await dialog.getByLabel('Company').fill('')
  await dialog.getByLabel('Name').fill('Jonas Q. Weber')
  await dialog.getByRole('button', { name: 'Save contact' }).click()
  await expect(card(page, 'Jonas Q. Weber')).not.toContainText('Tragwerke')
  await page.getByRole('searchbox', { name: 'Search contacts' }).fill('λαμπρο')
  await expect(card(page, 'Jonas')).toBeHidden()
  await expect(card(page, 'Eleni')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search contacts' }).fill('')
  await page.getByRole('button', { name: 'Delete Jonas Q. Weber' }).click()
  const question = page.locator('dialog')
  await expect(question).toContainText('Jonas Q. Weber')
  await expect(question).toContainText('This action cannot be undone.')
  await question.getByRole('button', { name: 'Delete contact' }).click()
  await expect(card(page, 'Jonas')).toBeHidden()
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await expect(page.locator('.totals > div').last()).toContainText('1')
})

test(
  'the next page of contacts begins at its first one, and says which page it is',
  onlyInThoroughRun,
  async ({ site }) => {
    const page = await site.person(ownAddress())
    await signUp(page)
    const headers = { authorization: `Bearer ${await tokenOf(page)}` }
    const names = Array.from({ length: 49 }, (_, index) => `Contact ${10 + index}`)
    for (const [index, name] of names.entries()) {
      const data = { name, email: `contact-${index}@example.org`, phone: '', company: '' }
      const added = await page.request.post('/api/contacts', { headers, data })
      expect(added.ok(), await added.text()).toBe(true)
    }
    await page.goto('/portal/contacts')
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('button', { name: 'Next' }).click()
    await expect(card(page, 'Contact 34')).toBeInViewport()
    await expect(page.locator('[aria-live=polite]')).toContainText('Page 2 of 3')
  },
)

test(
  'the page before follows when the last contact of a page is deleted',
  onlyInThoroughRun,
  async ({ site }) => {
    const page = await site.person(ownAddress())
    await signUp(page)
    const headers = { authorization: `Bearer ${await tokenOf(page)}` }
    for (let number = 1; number <= 25; number += 1) {
      const data = { name: `Person ${String(number).padStart(2, '0')}`, email: 'person@example.org' }
      expect((await page.request.post('/api/contacts', { headers, data })).status()).toBe(201)
    }
    await page.goto('/portal/contacts')
    await expect(page.locator('.contact')).toHaveCount(24)
    await page.getByRole('button', { name: 'Next' }).click()
    await expect(page.locator('.contact')).toHaveCount(1)
    await page.getByRole('button', { name: 'Delete Person 25' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete contact' }).click()
    await expect(page.locator('.contact')).toHaveCount(24)
    await expect(card(page, 'Person 01')).toBeVisible()
  },
)

test(
  'files with long names can be told apart where one is chosen, also on a phone',
  onlyInThoroughRun,
  async ({ site }) => {
    const page = await site.person({ ...ownAddress(), viewport: { width: 390, height: 844 } })
    await signUp(page)
    const long = `${'Vertragsunterlagen_Lindenstraße_'.repeat(4)}14.pdf`
    await uploadAs(page, ['a.txt', long, 'b.txt', long, 'c.txt', long, 'd.txt', long])
    await page.goto('/portal/contacts')
    await add(page, { name: 'Jonas Weber', email: 'jonas@example.org' })
    await page.getByRole('button', { name: 'Share with Jonas Weber' }).click()
    const files = page.getByRole('group', { name: 'File' }).locator('label')
    await expect(files).toHaveCount(8)
    const boxes = await files.evaluateAll((labels) =>
      labels.map((label) => ({
        top: label.getBoundingClientRect().top,
        bottom: Math.max(...[...label.children].map((child) => child.getBoundingClientRect().bottom)),
      })),
    )
    for (const [index, { top }] of boxes.entries())
      expect(top, `file ${index}`).toBeGreaterThanOrEqual(boxes[index - 1]?.bottom ?? 0)
  },
)

test.describe('with a mail server', () => {
  test.use({ environment: async ({ mailServer }, use) => use({ SMTP_URL: mailServer.url }) })

  test('a file is shared with a contact by mail', onlyInThoroughRun, async ({ site, mailServer }) => {
    const page = await site.person(ownAddress())
    const username = await signUp(page)
    const email = `${username}-friend@example.org`
    await page.goto('/portal/contacts')
    await add(page, { name: 'Jonas Weber', email })
    await page.getByRole('button', { name: 'Share with Jonas Weber' }).click()
    const dialog = page.getByRole('dialog', { name: 'Share with Jonas Weber' })
    await expect(dialog).toContainText('No files yet.')
    await expect(dialog.getByRole('button', { name: 'Send' })).toBeDisabled()
    await page.keyboard.press('Escape')
    await uploadAs(page, ['plan.txt', 'budget.txt'])
    await page.reload()
    await page.getByRole('button', { name: 'Share with Jonas Weber' }).click()
    await dialog.getByRole('button', { name: 'Send' }).click()
    await expect(dialog.getByText('Choose a file.')).toBeVisible()
    await dialog.getByRole('searchbox').fill('PLAN')
    await expect(dialog.getByRole('radio')).toHaveCount(1)
    await dialog.getByRole('radio', { name: 'plan.txt' }).check()
    await dialog.getByLabel('Message (optional)').fill('Here it is.')
    await expect(dialog.getByText('11 / 300')).toBeVisible()
    await expect(dialog.getByLabel('Your name')).toHaveValue(username)
    await dialog.getByRole('button', { name: 'Send' }).click()
    await expect(toast(page, 'We’re sending the link to plan.txt to Jonas Weber.')).toBeVisible()
    await expect(async () => {
      const mail = mailServer.mails.find(({ to }) => to.includes(email))?.mail
      expect(mail?.text).toContain('Here it is.')
      expect(mail?.text).toContain('plan.txt')
    }).toPass()
  })
})

for (const { name, options } of looks) {
  test(`contacts are clean, ${name}`, inLooks, async ({ site }) => {
    const page = await site.person({ ...ownAddress(), ...options })
    await signUp(page)
    await uploadAs(page, ['plan.txt'])
    await page.goto('/portal/contacts')
    await expect(page.getByText('No contacts yet.')).toBeVisible()
    await isClean(page, 'no contacts')
    await add(page, { name: 'Jonas Weber', email: 'jonas@example.org', phone: '1234', company: 'Weber' })
    await isClean(page, 'contacts')
    await page.getByRole('button', { name: 'Add Contact' }).click()
    await page.locator('dialog').getByRole('button', { name: 'Add Contact' }).click()
    await isClean(page, 'form with errors')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Share with Jonas Weber' }).click()
    await expect(page.getByRole('radio')).toBeVisible()
    await isClean(page, 'share')
  })
}

test('contacts do not scroll sideways at 320 px', onlyInThoroughRun, async ({ site }) => {
  const page = await site.person({ ...ownAddress(), viewport: { width: 320, height: 640 } })
  await signUp(page)
  await page.goto('/portal/contacts')
  await add(page, {
    name: 'Hubertus Wolfeschlegelsteinhausenbergerdorff',
    email: `${'very-long-'.repeat(5)}@example.org`,
    company: 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerk',
  })
  await expect(card(page, 'Hubertus')).toBeVisible()
  await fits(page, 'contacts')
  await page.getByRole('button', { name: 'Share with Hubertus' }).click()
  await expect(page.locator('dialog')).toBeVisible()
  await fits(page, 'share')
})

test(
  'contacts are suggested to people who are signed in, while they type recipients',
  onlyInThoroughRun,
  async ({ site }) => {
    const page = await site.person(ownAddress())
    await signUp(page)
    const headers = { authorization: `Bearer ${await tokenOf(page)}` }
    for (const name of ['Ada Lovelace', 'Adam Riese', 'Jürgen Weiß']) {
      const data = { name, email: `${name.split(' ')[0]?.toLowerCase().replace('ü', 'ue')}@example.org` }
      expect((await page.request.post('/api/contacts', { headers, data })).status()).toBe(201)
    }
    await page.goto('/')
    await choose(page, smallFile())
    await page.getByRole('radio', { name: 'Send by email' }).check()
    const field = page.getByRole('combobox', { name: 'Send to' })
    await expect(field).toHaveAttribute('aria-expanded', 'false')
    await field.fill('ad')
    const options = page.getByRole('listbox', { name: 'Contacts' }).getByRole('option')
    await expect(options).toHaveText(['Ada Lovelaceada@example.org', 'Adam Rieseadam@example.org'])
    await expect(field).toHaveAttribute('aria-expanded', 'true')
    // The list covers half of the button below it.
    await isClean(page, 'suggestions', ['target-size'])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await expect(options.last()).toHaveAttribute('aria-selected', 'true')
    await expect(field).toHaveAttribute(
      'aria-activedescendant',
      (await options.last().getAttribute('id')) ?? '',
    )
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Remove adam@example.org' })).toBeVisible()
    await expect(field).toHaveValue('')
    await expect(field).toBeFocused()
    // Whom it goes to already is not suggested again; Escape closes the list and keeps what was typed.
    await field.fill('ad')
    await expect(options).toHaveText(['Ada Lovelaceada@example.org'])
    await page.keyboard.press('Escape')
    await expect(options).toHaveCount(0)
    await expect(field).toHaveValue('ad')
    await field.fill('weiß')
    await options.first().click()
    await expect(page.getByRole('button', { name: 'Remove juergen@example.org' })).toBeVisible()
    await expect(page.getByText('Not an email address')).toHaveCount(0)
    // An address that is typed out is taken as it stands, and a server that cannot be asked is not missed.
    site.expected.push(/status of 500/)
    await page.route('**/api/contacts?*', (route) => route.fulfill({ status: 500, body: 'no' }))
    await field.fill('mara@example.org')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Remove mara@example.org' })).toBeVisible()
  },
)

test(
  'an answer that comes after its page was left leaves the next dialog open',
  onlyInThoroughRun,
  async ({ site }) => {
    const page = await site.person(ownAddress())
    await signUp(page)
    await page.goto('/portal')
    await page.getByRole('link', { name: 'Contacts', exact: true }).click()
    await add(page, { name: 'Ada', email: 'ada@example.org' })
    await add(page, { name: 'Ben', email: 'ben@example.org' })
    const saving = Promise.withResolvers<void>()
    await page.route('**/api/contacts/*', async (route) => {
      if (route.request().method() === 'PUT') await saving.promise
      await route.continue()
    })
    const name = page.getByRole('dialog').getByLabel('Name')
    await page.getByRole('button', { name: 'Edit Ada' }).click()
    await name.fill('Ada Berg')
    await name.press('Enter')
    await expect(page.getByRole('button', { name: 'Saving...' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Saving...' })).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
    await page.goForward()
    await page.getByRole('button', { name: 'Edit Ben' }).click()
    await name.fill('Ben, half typed')
    saving.resolve()
    await expect(toast(page, 'Ada Berg was saved.')).toBeVisible()
    await expect(name).toHaveValue('Ben, half typed')
  },
)
