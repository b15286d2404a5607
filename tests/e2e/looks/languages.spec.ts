import type { Page } from '@playwright/test'
import { goodPassword } from '#tests/support/accounts/accounts.ts'
import { choose, smallFile } from '#tests/support/browser/pages/home.ts'
import { expect, test } from '#tests/support/browser/site.ts'
import { onlyInThoroughRun } from '#tests/support/server/thoroughness.ts'

/** What a person of each language reads on the way of a file of 1.5 KB. */
const ways = [
  {
    locale: 'de-AT',
    lang: 'de',
    home: 'Senden Sie Dateien, die nicht bleiben.',
    pick: 'Dateien auswählen',
    send: '1 Datei hochladen',
    done: 'Ihr Link ist bereit.',
    link: 'Link zum Teilen',
    ends: /Läuft (heute|morgen) um \d\d:\d\d\sUhr ab/,
    size: '1,5\u00a0KB',
    download: 'Datei herunterladen',
    remaining: /^Noch [23]\sStd\. \d+\sMin\.$/,
    started: 'Download gestartet.',
    details: {},
  },
  {
    locale: 'fr-BE',
    lang: 'fr',
    home: 'Envoyez des fichiers qui s’effacent tout seuls.',
    pick: 'Sélectionner des fichiers',
    send: 'Envoyer 1 fichier',
    done: 'Votre lien est prêt.',
    link: 'Lien de partage',
    ends: /Expire (aujourd’hui|demain) à \d\d:\d\d/,
    size: '1,5\u00a0Ko',
    download: 'Télécharger le fichier',
    remaining: /^Encore [23]\u00a0h \d+\u00a0min$/,
    started: 'Téléchargement lancé.',
    details: onlyInThoroughRun,
  },
]

/** The choice in the footer, in whatever language. */
function footerChoice(page: Page) {
  return page.getByRole('contentinfo').getByRole('combobox', { name: /^(Language|Sprache|Langue)$/ })
}

async function registerThere(page: Page, username: string, language: string | undefined): Promise<void> {
  const data = { username, email: `${username}@example.org`, password: goodPassword, language }
  expect((await page.request.post('/api/auth/register', { data })).status()).toBe(201)
}

/** The language of the signed-in person, as the server has it. */
async function languageOfAccount(page: Page): Promise<string | null> {
  const token = await page.evaluate(() => localStorage.getItem('token'))
  const answer = await page.request.get('/api/auth/me', { headers: { authorization: `Bearer ${token}` } })
  return (await answer.json()).user?.language ?? null
}

for (const way of ways) {
  test(`a file goes from one person to another in ${way.lang}`, way.details, async ({ site }) => {
    const page = await site.person({ locale: way.locale })
    const texts: string[] = []
    page.on('request', (request) => {
      const [, name] = /\/texts-[\w-]+\/([\w-]+)\.json$/.exec(request.url()) ?? []
      if (name) texts.push(name)
    })
    await page.goto('/')
    await expect(page.getByRole('heading', { name: way.home })).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', way.lang)
    expect(texts).toEqual([`${way.lang}-base`])

    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: way.pick }).click()
    await (await chooser).setFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.alloc(1536, 97) })
    await page.getByRole('button', { name: way.send }).click()
    await expect(page.getByRole('heading', { name: way.done })).toBeVisible()
    await expect(page.getByText(way.ends)).toBeVisible()
    const link = await page.getByRole('textbox', { name: way.link }).inputValue()

    const receiver = await site.person({ locale: way.locale })
    await receiver.goto(link)
    await expect(receiver.getByRole('timer')).toHaveText(way.remaining)
    await expect(receiver.getByText(way.size).first()).toBeVisible()
    const arriving = receiver.waitForEvent('download')
    await receiver.getByRole('button', { name: way.download }).click()
    await arriving
    await expect(receiver.getByText(way.started).first()).toBeVisible()
  })
}

test('a choice in the footer keeps what was selected, and stays', async ({ site }) => {
  site.expected.push(/Failed to load resource/)
  const page = await site.person({ viewport: { width: 1280, height: 800 } })
  await choose(page, smallFile('kept.txt'))
  await page.getByRole('textbox', { name: 'Message from sender' }).fill('Hello')

  // One that cannot be fetched leaves the page as it is, and says so at its top right.
  await page.route('**/fr-base.json', (route) => route.abort())
  await footerChoice(page).selectOption('Français')
  const refused = page.getByRole('region', { name: 'Messages' }).getByText('Couldn’t change the language')
  await expect(refused).toBeVisible()
  const { x = 0, y = 1000 } = (await refused.boundingBox()) ?? {}
  expect(x).toBeGreaterThan(640)
  expect(y).toBeLessThan(200)
  await expect(footerChoice(page)).toHaveValue('en')
  await expect(page.getByRole('button', { name: 'Upload 1 file' })).toBeVisible()
  await page.unroute('**/fr-base.json')

  await footerChoice(page).selectOption('Deutsch')
  await expect(page.getByRole('button', { name: '1 Datei hochladen' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await expect(page).toHaveTitle(/1 Element ausgewählt/)
  await expect(page.getByRole('textbox', { name: 'Nachricht des Absenders' })).toHaveValue('Hello')
  await expect(page.getByText('kept.txt')).toBeVisible()
  await footerChoice(page).selectOption('Français')
  await expect(page.getByRole('button', { name: 'Envoyer 1 fichier' })).toBeVisible()

  await page.goto('/terms')
  await expect(page.getByRole('heading', { level: 1, name: 'Conditions d’utilisation' })).toBeVisible()
  await expect(page.getByText('Le texte anglais de ces conditions fait foi.')).toBeVisible()
  await footerChoice(page).selectOption('English')
  await expect(page.getByRole('heading', { level: 1, name: 'Terms of service' })).toBeVisible()
  await expect(page.getByText('The English text of these terms governs.')).toBeVisible()
})

test('the language of an account comes along to other browsers, and a choice goes to the account', async ({
  site,
}) => {
  const page = await site.person()
  await registerThere(page, 'heidi', 'de')
  await page.goto('/login?redirect=/portal/profile')
  await page.getByRole('textbox', { name: 'Username or email' }).fill('heidi')
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(goodPassword)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Profil' })).toBeVisible()
  const inProfile = page.getByRole('main').getByRole('combobox', { name: 'Sprache' })
  await expect(inProfile).toHaveValue('de')

  await inProfile.selectOption('Français')
  await expect(page.getByRole('heading', { name: 'Compte' })).toBeVisible()
  await expect(footerChoice(page)).toHaveValue('fr')
  await expect.poll(() => languageOfAccount(page)).toBe('fr')
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Compte' })).toBeVisible()

  // An account without a language gets that of the page.
  const other = await site.person({ locale: 'de-DE' })
  await registerThere(other, 'otto', undefined)
  await other.goto('/login')
  await other.getByRole('textbox', { name: 'Benutzername oder E-\u2060Mail' }).fill('otto')
  await other.getByRole('textbox', { name: 'Passwort', exact: true }).fill(goodPassword)
  await other.getByRole('button', { name: 'Anmelden' }).click()
  await expect.poll(() => languageOfAccount(other)).toBe('de')
})

test(
  'of two choices made quickly the second stays, whenever the first is answered',
  onlyInThoroughRun,
  async ({ site }) => {
    const page = await site.person()
    await registerThere(page, 'greta', 'en')
    await page.goto('/login')
    await page.getByRole('textbox', { name: 'Username or email' }).fill('greta')
    await page.getByRole('textbox', { name: 'Password', exact: true }).fill(goodPassword)
    await page.getByRole('button', { name: 'Login' }).click()
    const answers: (() => Promise<void>)[] = []
    await page.route('**/api/users/language', (route) => void answers.push(() => route.continue()))
    await footerChoice(page).selectOption('Deutsch')
    await expect.poll(() => answers.length).toBe(1)
    await footerChoice(page).selectOption('Français')
    await expect.poll(() => answers.length).toBe(2)
    const first = page.waitForResponse('**/api/users/language')
    await answers[0]?.()
    await first
    await expect.poll(() => languageOfAccount(page)).toBe('de')
    await page.waitForTimeout(200)
    await expect(footerChoice(page)).toHaveValue('fr')
    await answers[1]?.()
    await expect.poll(() => languageOfAccount(page)).toBe('fr')
  },
)
