import type { Locator, Page } from '@playwright/test'
import { ownAddress, signUp, tokenOf, uploadAs } from '#tests/support/accounts/people.ts'
import { chooseInFileMenu, fileMenu } from '#tests/support/browser/pages/file-menu.ts'
import { add, smallFile } from '#tests/support/browser/pages/home.ts'
import { expect, test } from '#tests/support/browser/site.ts'
import { onlyInThoroughRun } from '#tests/support/server/thoroughness.ts'

/** The colours of the system leave neither shadows nor backgrounds of ours to tell what lies above a page. */
const systemColours = { forcedColors: 'active', colorScheme: 'dark' } as const

/** Expects that what lies above a page has an edge on every side. */
async function hasEdge(part: Locator): Promise<void> {
  await expect(part).toBeVisible()
  const bare = await part.evaluate((element) => {
    const style = getComputedStyle(element)
    return ['top', 'right', 'bottom', 'left'].filter((side) => {
      const of = (what: string) => style.getPropertyValue(`border-${side}-${what}`)
      return of('style') === 'none' || of('width') === '0px' || of('color') === style.backgroundColor
    })
  })
  expect(bare, 'sides without an edge').toEqual([])
}

/** The names of the choices of a list that a ring tells from the others. */
function ringed(choices: Locator): Promise<(string | null)[]> {
  return choices.evaluateAll((elements) =>
    elements
      .filter((element) => {
        const { outlineStyle, outlineWidth, outlineColor, backgroundColor } = getComputedStyle(element)
        return (
          outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2 && outlineColor !== backgroundColor
        )
      })
      .map(({ textContent }) => textContent),
  )
}

function dialog(page: Page): Locator {
  return page.getByRole('dialog')
}

test(
  'what lies above a page has an edge in the colours of the system',
  onlyInThoroughRun,
  async ({ site }) => {
    const newcomer = await site.person({ ...systemColours, terms: 'unseen' })
    await newcomer.goto('/')
    await hasEdge(dialog(newcomer))

    const page = await site.person({ ...ownAddress(), ...systemColours })
    await signUp(page)
    await uploadAs(page, ['plan.txt'])
    await page.goto('/portal/files')
    await page.getByRole('button', { name: 'Notifications' }).first().click()
    await hasEdge(page.getByRole('dialog', { name: 'Notifications' }))
    await page.keyboard.press('Escape')
    await fileMenu(page, 'plan.txt').click()
    await hasEdge(page.getByRole('menu'))
    await page.keyboard.press('Escape')
    await chooseInFileMenu(page, 'plan.txt', 'Delete')
    await hasEdge(dialog(page))
    await dialog(page).getByRole('button', { name: 'Delete File' }).click()
    await hasEdge(page.locator('.toast', { hasText: 'plan.txt was deleted.' }))
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/')
    await page.getByRole('button', { name: 'Menu' }).click()
    await hasEdge(page.getByRole('dialog', { name: 'Menu' }))
  },
)

test(
  'the active item of a menu has a ring in the colours of the system, by mouse and by keyboard',
  onlyInThoroughRun,
  async ({ site }) => {
    const page = await site.person({ ...ownAddress(), ...systemColours })
    await signUp(page)
    await uploadAs(page, ['plan.txt'])
    await page.goto('/portal/files')
    await fileMenu(page, 'plan.txt').click()
    const items = page.getByRole('menuitem')
    await expect(items.first()).toBeVisible()
    const [first = '', second = ''] = await items.allTextContents()
    await expect.poll(() => ringed(items)).toEqual([first])
    await items.nth(1).hover()
    await expect.poll(() => ringed(items)).toEqual([first, second])
    await page.mouse.move(0, 0)
    await page.keyboard.press('ArrowDown')
    await expect(items.nth(1)).toBeFocused()
    await expect.poll(() => ringed(items)).toEqual([second])
  },
)

test('so has the active one of the contacts that are suggested', onlyInThoroughRun, async ({ site }) => {
  const page = await site.person({ ...ownAddress(), ...systemColours })
  await signUp(page)
  const headers = { authorization: `Bearer ${await tokenOf(page)}` }
  for (const name of ['Ada Lovelace', 'Ada Byron']) {
    const data = { name, email: `${name.split(' ')[1]}@example.org` }
    expect((await page.request.post('/api/contacts', { headers, data })).status()).toBe(201)
  }
  await page.goto('/')
  await add(page, 'Select Files', [smallFile()])
  await page.getByRole('radio', { name: 'Send by email' }).check()
  await page.getByRole('combobox', { name: 'Send to' }).fill('Ada')
  await hasEdge(page.getByRole('listbox', { name: 'Contacts' }))
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => ringed(page.getByRole('option'))).toHaveLength(1)
})
