import { writeFile } from 'node:fs/promises'
import type { Locator } from '@playwright/test'
import { signUp } from '#tests/support/accounts/people.ts'
import { isClean, isFine } from '#tests/support/browser/checks/is-fine.ts'
import { fittingLooks, inLooks } from '#tests/support/browser/checks/looks.ts'
import { slowDown, startTo } from '#tests/support/browser/network/slow-upload.ts'
import {
  add,
  choose,
  closeOptions,
  linksOf,
  openOptions,
  send,
  smallFile,
} from '#tests/support/browser/pages/home.ts'
import { resumableEarly, resumableSize } from '#tests/support/browser/resumable-early.ts'
import { expect, test } from '#tests/support/browser/site.ts'
import { onlyInThoroughRun } from '#tests/support/server/thoroughness.ts'

test.use({ environment: async ({ relay }, use) => use({ PUBLIC_URL: relay.origin }) })

for (const { name, options } of fittingLooks) {
  test(`every state of an upload is clean and fits, ${name}`, inLooks, async ({ site, relay }, info) => {
    site.expected.push(/^request to http:\/\/127\.0\.0\.1/, /ERR_/, /status of (409|42[23])/)
    relay.leadTo(site.origin)
    const page = await site.person({ baseURL: relay.origin, ...options })
    await resumableEarly(page)
    page.on('dialog', (dialog) => void dialog.accept())
    await choose(page, smallFile(`${'Vertragsunterlagen_Wohnung-'.repeat(5)}.pdf`), smallFile('b.txt'))
    await openOptions(page)
    await page.getByRole('button', { name: 'Generate' }).click()
    const password = await page.getByRole('textbox', { name: 'File password' }).inputValue()
    await page.getByRole('textbox', { name: 'Message from sender' }).fill(`It is ${password}`)
    await page.locator('summary', { hasText: 'Encryption' }).click()
    await page.getByRole('radio', { name: 'Send by email' }).check()
    await page.getByText('Different message in the email').click()
    const to = page.getByRole('textbox', { name: 'Send to' })
    await to.fill(`${'long'.repeat(14)}@${'example'.repeat(5)}.org, nobody`)
    await to.press('Enter')
    await expect(page.locator('p', { hasText: 'Not an email address: nobody' })).toBeVisible()
    await isFine(page, 'every option')
    await to.fill('')
    await closeOptions(page)
    await add(page, 'Select Files', [smallFile('setup.exe')])
    await expect(page.getByRole('alert')).toBeVisible()
    await isFine(page, 'a file left out')
    await send(page)
    await isFine(page, 'several files sent')

    const path = info.outputPath('large.bin')
    await writeFile(path, Buffer.alloc(resumableSize, 'some words '))
    await choose(page, path)
    await slowDown(page, 2.5)
    await startTo(page, 10)
    relay.leadTo('http://127.0.0.1:9')
    relay.cut()
    await expect(page.getByText('Waiting for connection')).toBeVisible()
    await isFine(page, 'the connection lost')
    relay.leadTo(site.origin)
    await slowDown(page, -1)
    await page.reload()
    await add(page, 'Select Files', [path])
    await expect(page.getByRole('button', { name: 'Continue upload' })).toBeVisible()
    await isFine(page, 'a stopped upload')
    await page.getByRole('button', { name: 'Continue upload' }).click()
    await linksOf(page)
  })
}

test(
  'the dialog that asks before a deletion is clean and fits',
  onlyInThoroughRun,
  async ({ site, relay }) => {
    site.expected.push(/^request to http:\/\/127\.0\.0\.1/)
    relay.leadTo(site.origin)
    const page = await site.person({ baseURL: relay.origin, viewport: { width: 320, height: 640 } })
    await signUp(page)
    await choose(page, smallFile(`${'Vertragsunterlagen_Wohnung-'.repeat(5)}.pdf`))
    await send(page)
    await page.getByRole('button', { name: 'Delete File' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(over).toBeLessThanOrEqual(0)
    await isClean(page, 'a deletion asked for')
  },
)

test('the whole upload works without a mouse', onlyInThoroughRun, async ({ site, relay }) => {
  site.expected.push(/^request to http:\/\/127\.0\.0\.1/)
  relay.leadTo(site.origin)
  const page = await site.person({ baseURL: relay.origin })
  await choose(page, smallFile('a.txt'), smallFile('b.txt'))
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  const tabToOne = async (target: Locator) => {
    for (let tabs = 0; tabs < 40; tabs += 1) {
      await press('Tab')
      if ((await target.count()) === 1 && (await target.evaluate((it) => it === document.activeElement)))
        return
    }
    throw new Error(`${target} cannot be reached`)
  }
  const tabTo = (name: string | RegExp, role: 'button' | 'textbox' | 'switch' | 'radio') =>
    tabToOne(page.getByRole(role, { name }))
  const fold = (name: string) => page.locator('summary', { hasText: name })
  await tabTo('Get a link', 'radio')
  await press('ArrowRight')
  await tabTo('Send to', 'textbox')
  await page.keyboard.type('jonas@example.de')
  await press('Enter')
  await tabTo('Message from sender', 'textbox')
  await page.keyboard.type('without a mouse')
  await tabTo('3h', 'radio')
  await press('ArrowRight')
  await expect(page.getByRole('radio', { name: '6h', exact: true })).toBeChecked()
  await tabToOne(fold('More options'))
  await press('Enter')
  await tabTo('Generate', 'button')
  await press('Enter')
  await tabTo('Delete after download', 'switch')
  await press('Space')
  await tabToOne(fold('Advanced'))
  await press('Enter')
  await expect(page.getByRole('radio', { name: 'AES-256-GCM' })).toBeVisible()
  await tabTo('Send to 1 person', 'button')
  await press('Enter')
  await expect(page.getByRole('heading', { name: 'Your link is ready.' })).toBeFocused()
  await expect(page.getByText('jonas@example.de')).toBeVisible()
  await page.locator('summary', { hasText: 'Details' }).press('Enter')
  await expect(page.getByText('Deleted', { exact: true })).toBeVisible()
})
