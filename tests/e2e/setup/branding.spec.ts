import { isFine } from '#tests/support/browser/checks/is-fine.ts'
import { bearer, openAdmin, toast } from '#tests/support/browser/pages/admin-area.ts'
import { expect, test } from '#tests/support/browser/site.ts'

// A server of its own: the identity is everybody's.
test.use({ environment: { SUPPORT_MAIL: 'branding@example.org' } })

/** A red PNG of 2 x 2 pixels. */
const icon = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEElEQVR4nGP4z8AARAwQCgAf7gP9i18U1AAAAABJRU5ErkJggg==',
  'base64',
)

test('an administrator names the service, and visitors see its name, colour, icon, note and links', async ({
  site,
}) => {
  const page = await site.person()
  await openAdmin(page, site, 'settings')
  const form = page.getByRole('form', { name: 'Identity' })
  await form.getByLabel('Name').fill('Example Transfer')
  await form.getByLabel('Color', { exact: true }).fill('#0E5A8A')
  await expect(form.getByText(/Dark pages: changed to #[0-9A-F]{6}/)).toBeVisible()
  await form.getByText('Start page').first().click()
  await form.getByLabel('Title (English)').fill('Send files to Example Ltd.')
  await form.getByText('Note above every page').click()
  await form.getByLabel('Kind').selectOption('Warning')
  await form.getByLabel('Note (English)').fill('Update on Saturday.')
  await form.getByText('Footer').click()
  await form.getByRole('button', { name: 'Add link' }).click()
  await form.getByLabel('Label (English)').fill('Help desk')
  await form.getByLabel('Address').fill('javascript:alert(1)')
  await form.getByRole('switch', { name: 'Hide Pricing' }).check()
  await isFine(page, 'identity')
  await form.getByRole('button', { name: 'Save identity' }).click()
  await expect(form.getByRole('alert')).toHaveText(/address has to begin with https/)
  await expect(form.getByLabel('Address')).toHaveAttribute('aria-invalid', 'true')
  await form.getByLabel('Address').fill('https://help.example.eu/')
  await form.getByRole('button', { name: 'Save identity' }).click()
  await expect(toast(page, 'Settings saved')).toBeVisible()
  await form.getByLabel('Add: Icon').setInputFiles({ name: 'i.png', mimeType: 'image/png', buffer: icon })
  await expect(form.getByRole('img', { name: 'Icon' })).toBeVisible()

  const visitor = await site.person()
  await visitor.goto(site.origin)
  await expect(visitor).toHaveTitle(/Example Transfer$/)
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Send files to Example Ltd.')
  await expect(visitor.getByRole('banner').getByText('Example Transfer')).toBeVisible()
  await expect(visitor.getByRole('region', { name: 'Notice' })).toHaveText('Update on Saturday.')
  await expect(visitor.getByRole('link', { name: 'Help desk' })).toHaveAttribute(
    'href',
    'https://help.example.eu/',
  )
  await expect(visitor.getByRole('link', { name: 'Pricing' })).toHaveCount(0)
  await expect(visitor.getByText('Powered by Restante')).toBeVisible()
  const box = visitor.getByRole('region', { name: 'Drop zone' })
  await expect(box).toHaveCSS('background-color', 'rgb(14, 90, 138)')
  const preview = await visitor.locator('meta[property="og:image"]').getAttribute('content')
  expect((await visitor.request.get(new URL(preview ?? '').pathname)).headers()['content-type']).toBe(
    'image/png',
  )
  await isFine(visitor, 'branded start page')
})

test('people who accepted the terms before see what the own ones change, and can read all of them', async ({
  site,
}) => {
  const admin = await site.person()
  await openAdmin(admin, site, 'settings')
  const headers = await bearer(admin)
  const { builtIn } = await (await admin.request.get('/api/admin/terms', { headers })).json()
  const [first, ...rest] = builtIn.sections.en
  async function publish(version: string, sections: { title: string; text: string }[], page = 'terms') {
    const data = {
      version,
      date: '2026-12-01',
      note: { en: `Note ${version}.` },
      sections: { en: sections },
      page,
    }
    const answer = await admin.request.post('/api/admin/terms', { headers, data: { ...data, publish: true } })
    expect(answer.status(), await answer.text()).toBe(200)
  }
  const log = { title: 'Log', text: 'See <b>the</b> **[handbook](https://example.eu/)**:\n\n- who\n- when' }
  await publish('3', [first, ...rest, log])
  await publish('1', [{ title: 'Our own data', text: 'Kept in Rome.' }], 'privacy')

  const visitor = await site.person()
  await visitor.goto('/')
  const dialog = visitor.getByRole('dialog')
  await expect(dialog.getByText('Version 3, 1 December 2026. You accepted version 2.1.')).toBeVisible()
  await expect(dialog.getByText('Note 3.')).toBeVisible()
  await expect(dialog.getByRole('article').getByRole('heading')).toHaveText(['10. Log'])
  await expect(dialog.getByText('See <b>the</b> handbook:')).toBeVisible()
  await expect(dialog.getByRole('link', { name: 'handbook' })).toHaveAttribute('href', 'https://example.eu/')
  await isFine(visitor, 'changes of own terms')
  await dialog.getByRole('button', { name: 'View Complete Terms' }).click()
  await expect(dialog.getByRole('heading', { level: 3 })).toHaveCount(10)
  await dialog.getByRole('button', { name: 'Show Only Changes' }).click()
  await dialog.getByRole('button', { name: 'Accept Updates' }).click()
  await expect(dialog).toBeHidden()
  await visitor.reload()
  await expect(visitor.getByRole('region', { name: 'Drop zone' })).toBeVisible()
  await expect(dialog).toBeHidden()

  await publish('4', [first, { ...log, text: 'Nobody reads it.' }])
  await visitor.goto('/terms')
  await expect(dialog.getByRole('article').getByText('Old text:')).toHaveCount(rest.length + 1)
  await dialog.getByRole('button', { name: 'Go to the end' }).click()
  await dialog.getByRole('button', { name: 'Accept Updates' }).click()
  await expect(visitor.getByRole('heading', { name: '2.Log' })).toBeVisible()
  await visitor.getByText('Version 3 · Last updated 1 December 2026').click()
  await expect(visitor.getByRole('heading', { name: '10.Log' })).toBeVisible()
  await isFine(visitor, 'own terms')
  await visitor.goto('/privacy')
  await expect(visitor.getByRole('heading', { name: 'Our own data' })).toBeVisible()
  await expect(visitor.getByText('Kept in Rome.')).toBeVisible()
})

test.describe('without own texts', () => {
  // A service of its own: others publish texts on theirs.
  test.use({ environment: { AUDIT_KEPT: '100' } })

  test('an administrator edits the own terms beside what people will see, and publishes them', async ({
    site,
  }) => {
    const page = await site.person()
    await openAdmin(page, site, 'settings')
    const section = page.getByRole('region', { name: 'Terms of service' })
    await section.getByRole('button', { name: 'Edit: Terms of service' }).click()
    const publish = section.getByRole('button', { name: /^Publish version/ })
    await expect(publish).toBeDisabled()
    await section.getByRole('button', { name: 'Deutsch' }).click()
    await section.getByRole('button', { name: 'Add section' }).click()
    await section.getByRole('textbox', { name: 'Title' }).fill('Protokoll')
    await section.getByRole('textbox', { name: 'Text' }).fill('Siehe **Handbuch**.')
    await expect(section.getByText('A section lacks its title or text')).toBeVisible()
    for (const language of ['English', 'Français']) {
      await section.getByRole('button', { name: language }).click()
      await section.getByRole('button', { name: 'Add section' }).click()
      await section.getByRole('textbox', { name: 'Title' }).fill('Log')
      await section.getByRole('textbox', { name: 'Text' }).fill('See the **handbook**.')
    }
    // Nobody has to translate the own terms into every language: readers of the others are shown English.
    for (const language of ['Italiano', 'Polski', 'Nederlands', 'Português', 'Español']) {
      await section.getByRole('button', { name: language }).click()
      await section.getByRole('button', { name: 'More about this text' }).click()
      await page.getByRole('menuitem', { name: `Leave out ${language}` }).click()
    }
    await section.getByRole('button', { name: 'English', exact: true }).click()
    await section.getByLabel(/^What changed, in one sentence/).fill('We keep a log.')
    const preview = section.getByRole('region', { name: 'Changes' })
    await expect(preview.getByText('We keep a log.')).toBeVisible()
    await expect(preview.getByRole('strong')).toHaveText('handbook')
    await isFine(page, 'editor of own terms')
    await section.getByRole('button', { name: 'Save draft' }).click()
    await expect(toast(page, 'Draft saved')).toBeVisible()
    await publish.click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Publish version/ })
      .click()
    await expect(section.getByText(/^Version \d+, published on .*Nobody has accepted it/)).toBeVisible()
  })
})
