import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { requestLimits } from '#contract/requests/request-limits.ts'
import { changeAccount, ownAddress, signUp, uploadAs } from '#tests/support/accounts/people.ts'
import { fits, isClean, isFine, isFineInThoroughRun } from '#tests/support/browser/checks/is-fine.ts'
import { inLooks, looks } from '#tests/support/browser/checks/looks.ts'
import { tabStops } from '#tests/support/browser/checks/tab-stops.ts'
import { goTo, slowDown } from '#tests/support/browser/network/slow-upload.ts'
import { add, smallFile } from '#tests/support/browser/pages/home.ts'
import { deleteKey, makeKey } from '#tests/support/browser/pages/own-keys.ts'
import { askFor, askWith, countFileAs, inboxOf, passDeadline } from '#tests/support/browser/pages/requests.ts'
import { resumableEarly, resumableSize } from '#tests/support/browser/resumable-early.ts'
import { expect, test } from '#tests/support/browser/site.ts'
import { inThoroughRun, onlyInThoroughRun } from '#tests/support/server/thoroughness.ts'
import { openRelay } from '#tests/support/services/relay.ts'
import { keyPassword } from '#tests/support/transfers/quantum-files.ts'
import { readZip } from '#tests/support/transfers/read-zip.ts'

test.use({ environment: async ({ mailServer }, use) => use({ SMTP_URL: mailServer.url }) })

/** Where no server listens. */
const nobody = 'http://127.0.0.1:9'
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const received = /^Received: 1 file, \S+ \S+, \d\d:\d\d\. Reference [0-9A-Z]{4}-[0-9A-Z]{2}\.$/

test(
  'a title is enough: two visitors send, each sees their own, the owner sees, opens, downloads and deletes',
  inThoroughRun,
  async ({ site }) => {
    const owner = await site.person({ ...ownAddress(), acceptDownloads: true })
    const name = await signUp(owner)
    await owner.goto('/portal/requests')
    await expect(owner.getByText('Ask for files with one link. People don’t need an account.')).toBeVisible()
    await isFineInThoroughRun(owner, 'no requests')
    await owner.getByRole('link', { name: 'New request' }).click()
    await owner.getByRole('button', { name: 'Create request' }).click()
    const title = owner.getByRole('textbox', { name: 'What do you need?' })
    await expect(title).toHaveAccessibleDescription('Please say what you need.')
    await expect(title).toBeFocused()
    const link = await askFor(owner, 'Photos from the harbour day')
    await expect(owner.getByText('Nothing yet. Send the link to the people you’re asking.')).toBeVisible()
    await isFineInThoroughRun(owner, 'an empty inbox')

    const clara = await site.person(ownAddress())
    await clara.goto(link)
    await expect(clara.getByRole('heading', { name: 'Photos from the harbour day' })).toBeVisible()
    await expect(clara.getByText(`${name} asks you for files`)).toBeVisible()
    await expect(clara.getByText('Restante hasn’t checked who this is.')).toBeVisible()
    await expect(clara.getByRole('link', { name: 'Report this request' })).toHaveAttribute(
      'href',
      `/report?link=${encodeURIComponent(link)}`,
    )
    await expect(clara.getByRole('navigation', { name: 'Main' })).toHaveCount(0)
    await isFineInThoroughRun(clara, 'a request')
    await add(clara, 'Select Files', [smallFile('one.txt'), smallFile('two.txt'), smallFile('trap.exe')])
    await expect(clara.getByRole('alert')).toContainText('trap.exe')
    await clara.getByRole('button', { name: 'Remove two.txt' }).click()
    await expect(clara.getByRole('button', { name: 'Remove one.txt' })).toBeFocused()
    await clara.getByRole('button', { name: `Send 1 file to ${name}` }).click()
    const whose = clara.getByRole('textbox', { name: 'Your name' })
    await expect(whose).toBeFocused()
    await isFineInThoroughRun(clara, 'ready to send')
    await whose.fill('Clara Vogt')
    await clara.keyboard.press('Enter')
    const heading = clara.getByRole('heading', { name: received })
    await expect(heading).toBeFocused({ timeout: 30_000 })
    await expect(clara.getByRole('link', { name: 'Report this request' })).toBeVisible()
    await isFineInThoroughRun(clara, 'received')
    const reference = /\w{4}-\w{2}/.exec((await heading.textContent()) ?? '')?.[0] ?? ''
    await clara.getByRole('button', { name: 'Add more' }).click()
    await expect(clara.getByRole('button', { name: 'Select Files' })).toBeVisible()
    await clara.reload()
    await expect(clara.getByRole('region', { name: `Reference ${reference}` })).toContainText('one.txt')

    const mads = await site.person({ ...ownAddress(), ...phone })
    await mads.goto(link)
    await expect(mads.getByRole('button', { name: 'Select Files' })).toBeInViewport()
    await expect(mads.getByText(reference)).toHaveCount(0)
    await isFineInThoroughRun(mads, 'a request on a phone')
    await add(mads, 'Select Files', [smallFile('one.txt', 'of someone else')])
    await expect(mads.getByRole('button', { name: `Send 1 file to ${name}` })).toBeInViewport()
    await mads.getByRole('textbox', { name: 'Your name' }).fill('Mads')
    await isFineInThoroughRun(mads, 'ready to send on a phone')
    await mads.getByRole('button', { name: `Send 1 file to ${name}` }).click()
    await expect(mads.getByRole('heading', { name: received })).toBeVisible({ timeout: 30_000 })

    await owner.goto('/portal/requests')
    await expect(owner.getByRole('row').filter({ hasText: 'harbour' })).toContainText('2 uploads 2 new')
    await isFineInThoroughRun(owner, 'requests')
    await expect(async () => {
      await owner.reload()
      await expect(owner.getByRole('button', { name: /Notifications, \d+ unread/ })).toBeVisible({
        timeout: 5000,
      })
    }).toPass()
    await owner.getByRole('button', { name: /Notifications/ }).click()
    await owner.getByRole('link', { name: /Photos from the harbour day.*Files received/ }).click()
    await expect(owner).toHaveURL(new RegExp(inboxOf(link)))
    const row = owner.getByRole('row').filter({ hasText: 'Clara Vogt' })
    await expect(row).toContainText(`${reference} · name not verified`)
    await expect(row).toContainText('1 file, 11 B')
    await isFineInThoroughRun(owner, 'an inbox')
    const arriving = owner.waitForEvent('download')
    await owner.getByRole('button', { name: 'Download all as ZIP' }).click()
    const members = readZip(await readFile(await (await arriving).path()))
    expect(members.map(({ content }) => content.toString()).sort()).toEqual([
      'a few words',
      'of someone else',
    ])
    await row.getByRole('button', { name: `More for ${reference}` }).click()
    await owner.getByRole('menuitem', { name: 'Delete upload' }).click()
    await owner.getByRole('dialog').getByRole('button', { name: 'Delete upload' }).click()
    await expect(row).toHaveCount(0)
    await owner
      .getByRole('row')
      .filter({ hasText: 'Mads' })
      .getByRole('link', { name: /^Open / })
      .click()
    await expect(owner.getByRole('heading', { name: 'one.txt' })).toBeVisible()

    await owner.goto(inboxOf(link))
    await owner.getByRole('link', { name: 'Edit' }).click()
    await title.fill('Pictures from the harbour day')
    await owner.getByRole('button', { name: 'Save' }).click()
    await expect(owner.getByRole('heading', { name: 'Pictures from the harbour day' })).toBeVisible()
    await owner.getByRole('button', { name: 'Close request' }).click()
    await owner.getByRole('dialog').getByRole('button', { name: 'Close request' }).click()
    await expect(owner.getByRole('link', { name: 'Reopen' })).toBeVisible()
    await mads.reload()
    await expect(mads.getByRole('heading', { name: /^This request ended on \d+ \w+\.$/ })).toBeVisible()
    await expect(mads.getByText(`Ask ${name} for a new link.`)).toBeVisible()
    await expect(mads.getByRole('region', { name: 'Sent something already?' })).toContainText('one.txt')
    await isFineInThoroughRun(mads, 'a request that ended')

    await askFor(owner, 'Nobody was asked')
    await owner.getByRole('link', { name: 'Edit' }).click()
    await expect(owner.getByRole('combobox', { name: 'Open until' })).toHaveValue(/^\d+$/)
    await owner.getByRole('link', { name: 'Cancel' }).click()
    await owner.getByRole('button', { name: 'Close request' }).click()
    await owner.getByRole('dialog').getByRole('button', { name: 'Close request' }).click()
    await expect(owner.getByText('Nothing arrived.')).toBeVisible()
    await expect(owner.getByRole('main')).toBeFocused()
    await expect(owner.getByRole('button', { name: 'Copy link' })).toHaveCount(0)
    await owner.goto('/portal/requests')
    await owner.getByRole('button', { name: 'More for Nobody was asked' }).click()
    await owner.getByRole('menuitem', { name: 'Delete request' }).click()
    await owner.getByRole('dialog').getByRole('button', { name: 'Delete request' }).click()
    await expect(owner.getByRole('link', { name: 'Nobody was asked' })).toHaveCount(0)
    await expect(owner.getByRole('main')).toBeFocused()
  },
)

test(
  'the longest name of who asks fits a phone, from the preview to the end',
  onlyInThoroughRun,
  async ({ site }) => {
    const narrow = { ...ownAddress(), viewport: { width: 320, height: 640 } }
    const owner = await site.person(narrow)
    const name = await signUp(owner, 'w'.repeat(41))
    await owner.goto('/portal/requests/new')
    await expect(owner.getByText(`${name} asks you for files`)).toBeVisible()
    await fits(owner, 'preview')
    const link = await askWith(owner, { title: 'u'.repeat(80), checklist: ['Photos'] })
    const clara = await site.person({ ...narrow, ...ownAddress() })
    await clara.goto(link)
    await expect(clara.getByText(`What ${name} needs`)).toBeVisible()
    await fits(clara, 'a request')
    await add(clara, 'Select Files', [smallFile('one.txt')])
    await expect(clara.getByRole('button', { name: `Send 1 file to ${name}` })).toBeVisible()
    await fits(clara, 'ready to send')
    await clara.getByRole('button', { name: `Send 1 file to ${name}` }).click()
    await expect(clara.getByText(`Checked and stored for ${name}.`)).toBeVisible({ timeout: 30_000 })
    await fits(clara, 'received')
  },
)

test('a mistake in a fold opens it, and it stays open while that is put right', async ({ site }) => {
  const owner = await site.person(ownAddress())
  await signUp(owner)
  await owner.goto('/portal/requests/new')
  await owner.getByRole('textbox', { name: 'What do you need?' }).fill('Photos')
  const fold = (name: string) =>
    owner.locator('summary', { has: owner.getByRole('heading', { name, exact: true }) })
  const create = owner.getByRole('button', { name: 'Create request' })
  await fold('Checklist').click()
  const checklist = owner.getByRole('textbox', { name: /^One document per line/ })
  await checklist.fill('x'.repeat(300))
  await fold('Checklist').click()
  await create.click()
  await expect(checklist).toBeFocused()
  await expect(checklist).toHaveAccessibleDescription(/^Please keep each line to/)
  await checklist.fill('Passport')

  await fold('Uploads').click()
  await owner.getByRole('combobox', { name: 'How many' }).selectOption('A number')
  const count = owner.getByRole('spinbutton', { name: 'Uploads expected' })
  await count.fill('0')
  await create.click()
  await expect(count).toBeFocused()
  await owner.keyboard.press('ControlOrMeta+a')
  await owner.keyboard.type('12')
  await expect(count).toBeFocused()
  await expect(count).toHaveValue('12')
})

test('a second click on the button that sends does not send twice', onlyInThoroughRun, async ({ site }) => {
  const owner = await site.person(ownAddress())
  const name = await signUp(owner)
  const link = await askFor(owner, 'Photos')
  const clara = await site.person(ownAddress())
  await clara.goto(link)
  await add(clara, 'Select Files', [smallFile('one.txt')])
  await clara.getByRole('textbox', { name: 'Your name' }).fill('Clara')
  let tickets = 0
  const clicked = Promise.withResolvers<void>()
  await clara.route('**/ticket', async (route) => {
    tickets += 1
    await clicked.promise
    await route.continue()
  })
  await clara.getByRole('button', { name: `Send 1 file to ${name}` }).dblclick()
  clicked.resolve()
  await expect(clara.getByRole('heading', { name: received })).toBeVisible({ timeout: 30_000 })
  expect(tickets).toBe(1)
  await owner.goto(inboxOf(link))
  await expect(owner.getByRole('row').filter({ hasText: 'Clara' })).toHaveCount(1)
})

test(
  'an account of today makes requests from tomorrow on, unless an administrator allows it',
  onlyInThoroughRun,
  async ({ site }) => {
    const owner = await site.person(ownAddress())
    const name = await signUp(owner)
    // This server allows everyone at once: the answer is that of one that does not.
    await owner.route('**/api/config', async (route) => {
      const answer = await route.fetch()
      const config = await answer.json()
      // The call that a page begins with is made by nobody yet.
      if (config.requests) config.requests.allowedFrom = new Date(Date.now() + 86_400_000).toISOString()
      await route.fulfill({ response: answer, json: config })
    })
    await owner.goto('/portal/requests')
    const create = owner.getByRole('button', { name: 'New request' })
    await expect(create).toBeDisabled()
    await expect(create).toHaveAccessibleDescription(/^You can make requests from tomorrow at \d\d:\d\d\.$/)
    await isClean(owner, 'not yet')

    const admin = await site.person(ownAddress())
    changeAccount(site.dataDir, await signUp(admin, 'noor'), 'is_admin', 1)
    await admin.goto(`/admin?tab=users&search=${name}`)
    await admin.getByRole('button', { name: `Edit ${name}` }).click()
    const allowed = admin.getByRole('checkbox', { name: /^File requests right away/ })
    await allowed.check()
    await isClean(admin, 'what a user may')
    await admin.getByRole('button', { name: 'Save changes' }).click()
    await expect(admin.getByText(`Changes to ${name} were saved`).first()).toBeVisible()
    await admin.reload()
    await admin.getByRole('button', { name: `Edit ${name}` }).click()
    await expect(allowed).toBeChecked()
  },
)

test(
  'with the keyboard alone: password, checklist, types and a lock; the key opens what arrived, and ends it',
  onlyInThoroughRun,
  async ({ site }) => {
    site.expected.push(/status of 40[013]/)
    const owner = await site.person({ ...ownAddress(), acceptDownloads: true })
    const name = await signUp(owner)
    await makeKey(owner)
    await owner.goto('/portal/requests/new')
    await owner.getByRole('textbox', { name: 'What do you need?' }).focus()
    await owner.keyboard.type('Tax documents')
    await owner.keyboard.press('Tab')
    await owner.keyboard.type('As PDF.\nOr https://example.org/ as text')
    await expect(owner.getByRole('radio', { name: /^Only I can open them, scanned/ })).toBeChecked()
    const fold = (title: string) =>
      owner.locator('summary').filter({ has: owner.getByRole('heading', { name: title }) })
    await fold('Checklist').focus()
    await owner.keyboard.press('Enter')
    await owner.keyboard.press('Tab')
    await owner.keyboard.type('Income statement\nDonations\n\nDonations')
    await expect(fold('Checklist')).toContainText('2 documents')
    await fold('Uploads').focus()
    await owner.keyboard.press('Enter')
    await owner.getByRole('combobox', { name: 'Allowed types' }).selectOption('My own list')
    await owner.getByRole('textbox', { name: 'File name endings' }).fill('.txt, pdf')
    await fold('Password').focus()
    await owner.keyboard.press('Enter')
    await owner.getByRole('textbox', { name: 'Password for visitors' }).fill('told on the phone')
    await isFine(owner, 'the form, unfolded')
    await owner.keyboard.press('Enter')
    await expect(owner.getByRole('heading', { name: 'Tax documents', level: 1 })).toBeVisible()
    const link = owner.url().replace('/portal/requests/', '/r/')
    const slip = owner.getByRole('region', { name: 'Locked for you' })
    const words = (await slip.locator('[translate=no]').first().textContent()) ?? ''
    expect(words.split(' ')).toHaveLength(8)
    await isClean(owner, 'a locked inbox')

    const visitor = await site.person(ownAddress())
    await visitor.goto(link)
    await expect(visitor.getByText(`Scanned on arrival, then locked for ${name}.`)).toBeVisible()
    await expect(visitor.getByRole('link', { name: 'example.org' })).toHaveCount(0)
    await expect(visitor.getByRole('button', { name: 'Select Files' })).toHaveCount(0)
    await isFine(visitor, 'a password first')
    const password = visitor.getByRole('textbox', { name: 'Password of this request' })
    await password.focus()
    await visitor.keyboard.type('guessed')
    await visitor.getByRole('textbox', { name: 'Your name' }).focus()
    await visitor.keyboard.type('Clara')
    await visitor.keyboard.press('Enter')
    await expect(password).toHaveAccessibleDescription('Wrong password. Please try again.')
    await expect(password).toBeFocused()
    await password.fill('told on the phone')
    await visitor.keyboard.press('Enter')
    const pick = visitor.getByRole('button', { name: 'Select Files' })
    await expect(pick).toBeFocused()
    await visitor.getByRole('checkbox', { name: 'Donations' }).focus()
    await visitor.keyboard.press('Space')
    await visitor.getByText('Check the key').click()
    await expect(visitor.getByText(words)).toBeVisible()
    await add(visitor, 'Select Files', [smallFile('letter.txt'), smallFile('photo.jpg')])
    await expect(visitor.getByRole('alert')).toContainText('photo.jpg')
    await visitor.getByRole('button', { name: `Send 1 file to ${name}` }).focus()
    await visitor.keyboard.press('Enter')
    await expect(visitor.getByRole('heading', { name: received })).toBeFocused({ timeout: 30_000 })
    await expect(visitor.getByText(`Checked and locked for ${name}.`)).toBeVisible()

    await owner.reload()
    await expect(owner.getByRole('row').filter({ hasText: 'Clara' })).toContainText('Ticked: Donations')
    await owner.getByRole('button', { name: 'Download all as ZIP' }).click()
    const field = owner.getByRole('dialog').getByLabel('Key password', { exact: true })
    await isClean(owner, 'the key password')
    await field.fill('a guess')
    await owner.keyboard.press('Enter')
    await expect(field).toHaveAccessibleDescription('Invalid key password. Please try again.')
    const arriving = owner.waitForEvent('download')
    await field.fill(keyPassword)
    await owner.keyboard.press('Enter')
    const members = readZip(await readFile(await (await arriving).path()))
    expect(members.map(({ content }) => content.toString())).toEqual(['a few words'])

    await deleteKey(owner)
    await owner.reload()
    await expect(owner.getByText('The key of this request was deleted.')).toBeVisible()
    await visitor.reload()
    await expect(visitor.getByRole('heading', { name: /^This request ended on/ })).toBeVisible()
  },
)

test(
  'Tab goes through every page of a request in the order of reading, and a visitor sends with keys alone',
  onlyInThoroughRun,
  async ({ site }) => {
    const owner = await site.person(ownAddress())
    const name = await signUp(owner)
    await owner.goto('/portal/requests/new')
    await owner.getByRole('heading', { name: 'New request' }).waitFor()
    expect(await tabStops(owner)).toEqual([
      'link "Requests"',
      'textbox "What do you need?"',
      'textbox "Instructions"',
      'combobox "Open until"',
      'combobox "Keep files for"',
      'radio "Like my other files Encrypted for storage. No key password needed."',
      'heading "Checklist"',
      'heading "Uploads"',
      'heading "Ask visitors for"',
      'heading "Password"',
      'button "Create request"',
      'link "Cancel"',
    ])
    const link = await askWith(owner, {
      checklist: ['Income statement', 'Donations'],
      asks: { name: true, email: true, code: false },
    })
    const visitor = await site.person(ownAddress())
    await visitor.goto(link)
    const pick = visitor.getByRole('button', { name: 'Select Files' })
    await pick.waitFor()
    const asked = ['link "Report this request"', 'checkbox "Income statement"', 'checkbox "Donations"']
    const picking = ['button "Select Files"', 'button "Select Folder"']
    expect(await tabStops(visitor)).toEqual([...asked, ...picking])
    await pick.focus()
    const choosing = visitor.waitForEvent('filechooser')
    await visitor.keyboard.press('Enter')
    await (await choosing).setFiles([smallFile('one.txt'), smallFile('two.txt')])
    const send = `Send 2 files to ${name}`
    await visitor.getByRole('button', { name: send }).waitFor()
    await expect(pick).toBeFocused()
    expect(await tabStops(visitor)).toEqual([
      ...asked,
      ...picking,
      'button "Remove one.txt"',
      'button "Remove two.txt"',
      'textbox "Your name"',
      'textbox "Your email"',
      `button "${send}"`,
    ])
    await visitor.getByRole('textbox', { name: 'Your name' }).focus()
    await visitor.keyboard.type('Clara')
    await visitor.keyboard.press('Tab')
    await visitor.keyboard.type('clara@example.eu')
    await visitor.keyboard.press('Tab')
    await visitor.keyboard.press('Enter')
    const heading = visitor.getByRole('heading', { name: /^Received: 2 files/ })
    await expect(heading).toBeFocused({ timeout: 30_000 })
    const receipt = await heading.textContent()
    expect(await tabStops(visitor)).toEqual([
      'button "Copy reference"',
      'button "Add more"',
      'link "Report this request"',
    ])
    await visitor.getByRole('button', { name: 'Add more' }).focus()
    await visitor.keyboard.press('Enter')
    await expect(pick).toBeFocused()
    const reference = /\w{4}-\w{2}/.exec(receipt ?? '')?.[0]
    await owner.goto(inboxOf(link))
    await owner.getByRole('row').filter({ hasText: 'Clara' }).waitFor()
    expect(await tabStops(owner)).toEqual([
      'link "Requests"',
      'button "Copy link"',
      'link "Edit"',
      'button "Download all as ZIP"',
      `link "Open ${reference}"`,
      `button "More for ${reference}"`,
      'button "Close request"',
      'button "Delete request"',
    ])
  },
)

test(
  'an upload goes on after a pause, a dead line and the deadline; a disabled owner’s request is gone',
  onlyInThoroughRun,
  async ({ site }) => {
    await using relay = await openRelay()
    site.expected.push(/status of 4(04|09|10|23)/, /ERR_/, new RegExp(relay.origin))
    relay.leadTo(site.origin)
    const owner = await site.person(ownAddress())
    const name = await signUp(owner)
    const link = await askWith(owner, { title: 'Film' })
    const visitor = await site.person({ ...ownAddress(), baseURL: relay.origin })
    await resumableEarly(visitor)
    await visitor.goto(new URL(link).pathname)
    const film = test.info().outputPath('film.bin')
    await writeFile(film, randomBytes(resumableSize))
    await add(visitor, 'Select Files', [film])
    await slowDown(visitor, 3)
    const sendFilm = visitor.getByRole('button', { name: `Send 1 file to ${name}` })
    await sendFilm.click()
    await goTo(visitor, 20)
    await isClean(visitor, 'sending')
    visitor.on('dialog', (dialog) => void dialog.accept())
    await visitor.reload()
    await add(visitor, 'Select Files', [film])
    await expect(visitor.getByText(/^[1-9]\d?% of these files have arrived already\./)).toBeVisible()
    await isFine(visitor, 'an upload that stopped')
    await sendFilm.click()
    await visitor.getByRole('button', { name: 'Pause' }).click()
    await expect(visitor.getByText('Nothing is lost.', { exact: false })).toBeVisible()
    passDeadline(site.dataDir, link)
    await visitor.getByRole('button', { name: 'Resume' }).click()
    await goTo(visitor, 40)
    relay.leadTo(nobody)
    relay.cut()
    await expect(visitor.getByText('Connection lost.', { exact: false }).first()).toBeVisible({
      timeout: 30_000,
    })
    relay.leadTo(site.origin)
    await slowDown(visitor, -1)
    await expect(visitor.getByRole('heading', { name: received })).toBeVisible({ timeout: 50_000 })
    await expect(visitor.getByRole('button', { name: 'Add more' })).toHaveCount(0)

    const late = await site.person(ownAddress())
    await late.goto(link)
    await expect(late.getByRole('heading', { name: /^This request ended on/ })).toBeVisible()
    changeAccount(site.dataDir, name, 'is_active', 0)
    await late.reload()
    await expect(late.getByRole('heading', { name: 'This request isn’t available.' })).toBeVisible()
    await isFine(late, 'a request that is gone')
  },
)

test(
  'an upload that was paused for longer than a ticket is good goes on at once',
  onlyInThoroughRun,
  async ({ site }) => {
    const owner = await site.person(ownAddress())
    const name = await signUp(owner)
    const link = await askWith(owner, { title: 'Film' })
    const visitor = await site.person(ownAddress())
    await resumableEarly(visitor)
    await visitor.goto(link)
    const film = test.info().outputPath('film.bin')
    await writeFile(film, randomBytes(resumableSize))
    await add(visitor, 'Select Files', [film])
    await slowDown(visitor, 2.5)
    await visitor.getByRole('button', { name: `Send 1 file to ${name}` }).click()
    await goTo(visitor, 10)
    await visitor.getByRole('button', { name: 'Pause' }).click()
    const resume = visitor.getByRole('button', { name: 'Resume' })
    await expect(resume).toBeVisible()
    await visitor.evaluate((hours) => {
      const now = Date.now
      Date.now = () => now() + hours * 60 * 60_000
    }, requestLimits.ticketHours + 1)
    await slowDown(visitor, -1)
    await resume.click()
    await expect(visitor.getByRole('heading', { name: received })).toBeVisible({ timeout: 30_000 })
  },
)

test(
  'whose ticket runs out while they pick answers again, and finds what they picked',
  onlyInThoroughRun,
  async ({ site }) => {
    const owner = await site.person(ownAddress())
    const name = await signUp(owner)
    const link = await askWith(owner, { password: 'told on the phone' })
    const visitor = await site.person(ownAddress())
    await visitor.goto(link)
    const password = visitor.getByRole('textbox', { name: 'Password of this request' })
    await password.fill('told on the phone')
    await password.press('Enter')
    await add(visitor, 'Select Files', [smallFile('plan.txt')])
    const sendPlan = visitor.getByRole('button', { name: `Send 1 file to ${name}` })
    await expect(sendPlan).toBeVisible()
    await visitor.evaluate((hours) => {
      const now = Date.now
      Date.now = () => now() + hours * 60 * 60_000
    }, requestLimits.ticketHours + 1)
    await sendPlan.press('Enter')
    await expect(password).toBeVisible()
    await expect(visitor.getByRole('heading', { name: `${name} has set a password.` })).toBeFocused()
    await password.fill('told on the phone')
    await password.press('Enter')
    await expect(visitor.getByRole('button', { name: 'Remove plan.txt' })).toBeVisible()
    await sendPlan.click()
    await expect(visitor.getByRole('heading', { name: received })).toBeVisible({ timeout: 30_000 })
  },
)

test(
  'of a long list the next Remove takes the focus, however much of it is drawn',
  onlyInThoroughRun,
  async ({ site }) => {
    const owner = await site.person(ownAddress())
    await signUp(owner)
    const link = await askWith(owner, {})
    const visitor = await site.person(ownAddress())
    await visitor.goto(link)
    await expect(visitor.getByRole('button', { name: 'Select Files' })).toBeVisible()
    await visitor
      .locator('input[type=file]')
      .first()
      .evaluate((input) => {
        // The last that is not drawn whole: with one less, it is.
        const chosen = Array.from({ length: 201 }, (_, index) => {
          return new File(['a picture'], `photo-${String(index + 1).padStart(4, '0')}.jpg`)
        })
        Object.defineProperty(input, 'files', { value: chosen })
        input.dispatchEvent(new Event('change', { bubbles: true }))
      })
    const rows = visitor.getByRole('list', { name: 'Selected files' }).getByRole('listitem')
    await expect(rows.first()).toContainText('photo-0001.jpg')
    // The list has its height with the frame after it was drawn.
    await expect(async () => {
      await visitor.evaluate(() => scrollTo(0, document.body.scrollHeight))
      await expect(rows.last()).toContainText('photo-0201.jpg', { timeout: 1000 })
    }).toPass()
    expect(await rows.count()).toBeLessThan(100)
    await visitor.getByRole('button', { name: 'Remove photo-0191.jpg' }).click()
    await expect(visitor.getByRole('button', { name: 'Remove photo-0192.jpg' })).toBeFocused()
  },
)

test(
  'a request whose key was deleted leads to a new one, and not to a form that cannot be saved',
  onlyInThoroughRun,
  async ({ site }) => {
    const owner = await site.person(ownAddress())
    await signUp(owner)
    await makeKey(owner)
    const link = await askWith(owner, { title: 'Locked photos', lock: 'key' })
    await deleteKey(owner)
    await owner.goto(inboxOf(link))
    await expect(owner.getByText('The key of this request was deleted.')).toBeVisible()
    await expect(owner.getByRole('link', { name: 'Create a new request' })).toHaveAttribute(
      'href',
      '/portal/requests/new',
    )
    await expect(owner.getByRole('link', { name: 'Reopen' })).toHaveCount(0)
    await isFine(owner, 'an inbox without its key')
    await owner.goto('/portal/requests')
    await owner.getByRole('button', { name: 'More for Locked photos' }).click()
    await expect(owner.getByRole('menuitem', { name: 'Delete request' })).toBeVisible()
    await expect(owner.getByRole('menuitem', { name: 'Edit' })).toHaveCount(0)
    await owner.keyboard.press('Escape')
    await expect(owner.getByRole('link', { name: /^Reopen/ })).toHaveCount(0)
    await owner.getByRole('link', { name: 'Create a new request' }).click()
    await expect(owner.getByRole('heading', { name: 'New request' })).toBeVisible()
  },
)

test(
  'all uploads together have a limit: visitors see what is left, and the owner allows more',
  onlyInThoroughRun,
  async ({ site }) => {
    const owner = await site.person(ownAddress())
    const name = await signUp(owner)
    await owner.goto('/portal/requests/new')
    await owner.getByRole('textbox', { name: 'What do you need?' }).fill('Photos')
    const fold = owner.locator('summary', {
      has: owner.getByRole('heading', { name: 'Uploads', exact: true }),
    })
    await fold.click()
    const together = owner.getByRole('spinbutton', { name: 'All uploads together (GB)' })
    await expect(together).toHaveAccessibleDescription(/half of the storage you have left\.$/)
    await together.fill('0')
    await owner.getByRole('button', { name: 'Create request' }).click()
    await expect(together).toBeFocused()
    await together.fill('0.00001')
    await expect(fold).toContainText('up to 10.5 KB together')
    await isFine(owner, 'a limit for all uploads')
    await owner.getByRole('button', { name: 'Create request' }).click()
    await expect(owner.getByRole('heading', { name: 'Photos', level: 1 })).toBeVisible()
    const link = owner.url().replace('/portal/requests/', '/r/')

    const clara = await site.person(ownAddress())
    await clara.goto(link)
    await expect(clara.getByText('10.5 KB per upload')).toBeVisible()
    await add(clara, 'Select Files', [
      smallFile('large.txt', 'x'.repeat(6000)),
      smallFile('small.txt', 'x'.repeat(6000)),
    ])
    const send = clara.getByRole('button', { name: /^Send \d files? to/ })
    await expect(clara.getByRole('alert')).toContainText(
      'These files total 11.7 KB. One upload can hold up to 10.5 KB.',
    )
    await expect(send).toBeDisabled()
    await clara.getByRole('button', { name: 'Remove large.txt' }).click()
    await clara.getByRole('textbox', { name: 'Your name' }).fill('Clara')
    await send.click()
    await expect(clara.getByRole('heading', { name: received })).toBeVisible({ timeout: 30_000 })
    await clara.getByRole('button', { name: 'Add more' }).click()
    await expect(clara.getByText('4.63 KB per upload')).toBeVisible()
    await owner.reload()
    await expect(owner.getByText('1 upload · 1 file · 5.86 KB of 10.5 KB')).toBeVisible()
    await add(clara, 'Select Files', [smallFile('rest.txt', 'x'.repeat(4737))])
    await send.click()
    await expect(clara.getByRole('heading', { name: received })).toBeVisible({ timeout: 30_000 })
    await clara.reload()
    await expect(clara.getByRole('heading', { name: 'This request can’t take anything more.' })).toBeVisible()
    await expect(clara.getByText(`Everything ${name} allowed has arrived.`)).toBeVisible()
    await isFine(clara, 'nothing is left')

    await owner.reload()
    await expect(owner.getByText('All 10.5 KB that this request may take have arrived.')).toBeVisible()
    await isFine(owner, 'an inbox that is full by its bytes')
    await owner.getByRole('link', { name: 'Edit' }).click()
    await fold.click()
    await expect(together).toHaveValue('0.00001')
    await together.fill('1.5')
    await owner.getByRole('button', { name: 'Save' }).click()
    await expect(owner.getByText('10.5 KB of 1.5 GB')).toBeVisible()
    await clara.reload()
    await expect(clara.getByText('1.5 GB per upload')).toBeVisible()
    await owner.getByRole('link', { name: 'Edit' }).click()
    await fold.click()
    await together.fill('')
    await expect(together).toHaveAccessibleDescription(/as much as your storage holds\.$/)
    await owner.getByRole('button', { name: 'Save' }).click()
    await expect(owner.getByText('2 uploads · 2 files · 10.5 KB', { exact: true })).toBeVisible()
  },
)

test(
  'an address is confirmed by a code, and the owner sees that, once there is room again',
  onlyInThoroughRun,
  async ({ site, mailServer }) => {
    site.expected.push(/status of 4(0[03]|13)/)
    const owner = await site.person(ownAddress())
    const name = await signUp(owner)
    await uploadAs(owner, ['old.txt'])
    const asks = { name: false, email: true, code: true }
    const link = await askWith(owner, { asks, uploadsLimit: 1 })
    const visitor = await site.person(ownAddress())
    await visitor.goto(link)
    const address = visitor.getByRole('textbox', { name: 'Your email' })
    await address.fill('mats@example.eu')
    await visitor.keyboard.press('Enter')
    await visitor.getByRole('button', { name: 'Use another address' }).click()
    await expect(address).toBeFocused()
    await expect(address).toHaveValue('mats@example.eu')
    await address.fill('mads@example.eu')
    await isFine(visitor, 'an address first')
    await visitor.keyboard.press('Enter')
    const field = visitor.getByRole('textbox', { name: 'Six-digit code' })
    await expect(field).toHaveAccessibleDescription(/m…@example\.eu/)
    const codes = () =>
      mailServer.mails
        .filter(({ to }) => to.includes('mads@example.eu'))
        .map(({ mail }) => /\b\d{6}\b/.exec(mail.text ?? '')?.[0])
    await expect.poll(() => codes()[0]).toBeTruthy()
    const code = codes()[0] ?? ''
    await field.fill(code === '000000' ? '000001' : '000000')
    await visitor.keyboard.press('Enter')
    await expect(field).toHaveAccessibleDescription(/You have 4 attempts left\./)
    await isFine(visitor, 'a wrong code')
    await field.fill(code)
    await visitor.keyboard.press('Enter')
    await add(visitor, 'Select Files', [smallFile('plan.txt')])
    countFileAs(site.dataDir, name, 10 ** 13)
    const sendPlan = visitor.getByRole('button', { name: `Send 1 file to ${name}` })
    await sendPlan.click()
    await expect(visitor.getByRole('alert')).toHaveText(`${name} has no room left. Please tell them.`)
    await expect(sendPlan).toBeFocused()
    countFileAs(site.dataDir, name, 100)
    await sendPlan.click()
    await expect(visitor.getByRole('heading', { name: received })).toBeVisible({ timeout: 30_000 })
    await visitor.reload()
    await expect(visitor.getByRole('heading', { name: 'This request is complete.' })).toBeVisible()
    await owner.goto(inboxOf(link))
    await expect(owner.getByRole('row').filter({ hasText: 'mads@example.eu' })).toContainText('confirmed')
    await expect(owner.getByText('1 of 1 arrived')).toBeVisible()
  },
)

for (const [locale, asks] of [
  ['de-DE', 'bittet Sie um Dateien'],
  ['fr-FR', 'vous demande des fichiers'],
] as const)
  for (const { name: look, options } of looks)
    test(`requests in ${locale}, ${look}`, inLooks, async ({ site }) => {
      const owner = await site.person({ ...ownAddress(), ...options, locale })
      await signUp(owner)
      await makeKey(owner)
      const instructions = 'Bitte alles als PDF.\nDanke!'
      const link = await askWith(owner, { lock: 'key', instructions, checklist: ['Einkommen', 'Spenden'] })
      const visitor = await site.person({ ...ownAddress(), ...options, locale })
      await visitor.goto(link)
      await expect(visitor.getByText(asks)).toBeVisible()
      await isFine(visitor, 'a request')
      for (const address of [
        '/portal/requests',
        '/portal/requests/new',
        inboxOf(link),
        `${inboxOf(link)}/edit`,
      ]) {
        await owner.goto(address)
        await expect(owner.getByRole('heading', { level: 1 })).toBeVisible()
        await expect(owner.locator('form, .table, .box').first()).toBeVisible()
        await isFine(owner, address)
      }
    })
