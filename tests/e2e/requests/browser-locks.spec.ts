import { readFile } from 'node:fs/promises'
import { ownAddress, signUp } from '#tests/support/accounts/people.ts'
import { isFineInThoroughRun } from '#tests/support/browser/checks/is-fine.ts'
import { add, smallFile } from '#tests/support/browser/pages/home.ts'
import { expect, test } from '#tests/support/browser/site.ts'
import { inLongRun } from '#tests/support/server/thoroughness.ts'

test.use({ environment: { REQUEST_MIN_ACCOUNT_AGE: '0' } })

test(
  'a request that is locked in the sender’s browser: its owner opens what came, another key is refused',
  inLongRun,
  async ({ site }) => {
    const permissions = ['clipboard-read', 'clipboard-write']
    const owner = await site.person({ ...ownAddress(), acceptDownloads: true, permissions })
    const name = await signUp(owner)
    await owner.goto('/portal/requests/new')
    await owner.getByRole('textbox', { name: 'What do you need?' }).fill('Tax documents')
    await owner.getByRole('radio', { name: /encrypted in the sender’s browser/ }).check()
    const dialog = owner.getByRole('dialog')
    await expect(dialog.getByRole('listitem')).toHaveCount(34)
    await isFineInThoroughRun(owner, 'a key for requests')
    const written = await dialog.getByRole('listitem').allTextContents()
    const password = await dialog.getByRole('textbox', { name: 'Password for this key' }).inputValue()
    expect(password.split(' ')).toHaveLength(10)
    await dialog.getByRole('button', { name: 'Use this key' }).click()
    await expect(dialog).toBeHidden({ timeout: 30_000 })
    await owner.getByRole('button', { name: 'Create request' }).click()
    await expect(owner.getByRole('heading', { name: 'Tax documents' })).toBeVisible()
    const inbox = owner.url()
    await isFineInThoroughRun(owner, 'the inbox of a locked request')
    await owner.getByRole('button', { name: 'Copy link' }).first().click()
    const link = await owner.evaluate(() => navigator.clipboard.readText())
    expect(link).toMatch(/\/r\/[\w-]{22}#p=[\w-]{43}$/)

    const clara = await site.person(ownAddress())
    const sent: string[] = []
    clara.on('request', (request) => sent.push(request.postDataBuffer()?.toString('latin1') ?? ''))
    await clara.goto(link.replace(/#p=./, (start) => (start.endsWith('A') ? '#p=B' : '#p=A')))
    await expect(clara.getByRole('alert')).toContainText('Don’t send anything here')
    await expect(clara.getByRole('button', { name: 'Select Files' })).toHaveCount(0)
    await clara.goto('about:blank')
    await clara.goto(link)
    await expect(clara.getByText(`Encrypted in your browser for ${name}. Not scanned.`)).toBeVisible()
    await isFineInThoroughRun(clara, 'a request that is locked here')
    await add(clara, 'Select Files', [smallFile('canary-7f3a.txt', 'canary-7f3a')])
    await clara.getByRole('textbox', { name: 'Your name' }).fill('Clara canary-7f3a')
    await clara.getByRole('button', { name: `Send 1 file to ${name}` }).click()
    await expect(clara.getByRole('heading', { name: /^Received: 1 file/ })).toBeFocused({ timeout: 30_000 })
    await expect(clara.getByText('canary-7f3a.txt')).toBeVisible()
    expect(sent.join('\n')).not.toContain('canary-7f3a')

    await owner.reload()
    await owner.getByRole('link', { name: /^Open [0-9A-Z]{4}-[0-9A-Z]{2}$/ }).click()
    await expect(owner.getByText('nobody has checked who sent this')).toBeVisible()
    const field = owner.getByLabel('Password of your key')
    await field.fill('another password of ten words')
    await owner.getByRole('button', { name: 'Open', exact: true }).click()
    await expect(owner.getByRole('alert')).toBeVisible({ timeout: 30_000 })
    await field.fill(password)
    await owner.getByRole('button', { name: 'Open', exact: true }).click()
    await expect(owner.getByRole('heading', { level: 1 })).toHaveText('canary-7f3a.txt', { timeout: 30_000 })
    await expect(owner.getByText('Clara canary-7f3a')).toBeVisible()
    await isFineInThoroughRun(owner, 'what a visitor sealed')
    await owner.evaluate(() => Reflect.deleteProperty(window, 'showSaveFilePicker'))
    const coming = owner.waitForEvent('download')
    await owner.getByRole('button', { name: 'Download', exact: true }).click()
    expect(await readFile(await (await coming).path(), 'utf8')).toBe('canary-7f3a')
    // The words alone open it, too.
    await owner.reload()
    await owner.getByRole('button', { name: 'Use the 34 words' }).click()
    await owner.getByLabel('The 34 words of your key').fill(written.join('\n'))
    const tickets: string[] = []
    owner.on('request', (request) => {
      if (request.url().endsWith('/ticket')) tickets.push(request.url())
    })
    await owner.getByRole('button', { name: 'Open', exact: true }).click()
    await expect(owner.getByRole('heading', { level: 1 })).toHaveText('canary-7f3a.txt')
    expect(tickets).toHaveLength(1)
    // A service that names another key than this browser knows is found out.
    await owner.evaluate(() => {
      const name = Object.keys(localStorage).find((key) => key.startsWith('restante.request-key.'))
      localStorage.setItem(name ?? '', '00'.repeat(32))
    })
    await owner.goto(inbox)
    await expect(owner.getByRole('alert')).toContainText('Don’t send this link')
    await expect(owner.getByRole('button', { name: 'Copy link' })).toHaveCount(0)
  },
)
