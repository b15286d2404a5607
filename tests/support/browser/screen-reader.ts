import { expect, type Page } from '@playwright/test'

/** A thing as the browser hands it to a screen reader. */
type Heard = {
  readonly role: string
  readonly name: string
  readonly description: string
  readonly focused: boolean
  readonly modal: boolean
}

/** Roles that are typed into or pressed. */
const controls = new Set([
  'button',
  'checkbox',
  'combobox',
  'DisclosureTriangle',
  'link',
  'menuitem',
  'radio',
  'searchbox',
  'slider',
  'spinbutton',
  'switch',
  'tab',
  'textbox',
])

/** Everything of a page that is there for a screen reader, in its order. */
async function hear(page: Page): Promise<Heard[]> {
  const devTools = await page.context().newCDPSession(page)
  const { nodes } = await devTools.send('Accessibility.getFullAXTree')
  await devTools.detach()
  return nodes
    .filter(({ ignored }) => !ignored)
    .map(({ role, name, description, properties = [] }) => {
      const has = (wanted: string) =>
        properties.some(({ name, value }) => name === wanted && value.value === true)
      return {
        role: String(role?.value ?? ''),
        name: String(name?.value ?? ''),
        description: String(description?.value ?? ''),
        focused: has('focused'),
        modal: has('modal'),
      }
    })
}

/**
 * Expects that the open dialog is all there is: modal, called by its heading, with the focus in it, and with a name for
 * everything that can be typed into or pressed.
 * @param asks it asks before something is lost: what that means is read with its name, and the focus is on what is harmless
 */
export async function hearsDialog(page: Page, name: string | RegExp, { asks = false } = {}): Promise<void> {
  const dialog = page.getByRole('dialog', { name })
  await expect(dialog).toBeVisible()
  await expect(dialog.locator('[aria-busy=true]')).toHaveCount(0)
  const heard = await hear(page)
  const [it, ...others] = heard.filter(({ role }) => role === 'dialog')
  expect(others, `${name}: one dialog at a time`).toEqual([])
  expect(it?.modal, `${name} is modal`).toBe(true)
  const pressed = heard.filter(({ role }) => controls.has(role))
  expect(pressed.length, `${name} has controls`).toBeGreaterThan(0)
  expect(
    pressed.filter(({ name }) => name.trim() === ''),
    `${name}: everything has a name`,
  ).toEqual([])
  // The page behind is out of reach: every control that is heard lies in the dialog.
  const inside = await dialog.getByRole('button').or(dialog.getByRole('link')).count()
  const reached = pressed.filter(({ role }) => role === 'button' || role === 'link').length
  expect(reached, `${name}: nothing behind it is heard`).toBe(inside)
  const focused = await dialog.evaluate((element) => element.contains(document.activeElement))
  expect(focused, `${name} has the focus`).toBe(true)
  if (!asks) return
  expect(it?.description, `${name} says what is lost`).toMatch(/\w/)
  const harmless = heard.findLast(({ focused }) => focused)
  expect(harmless, `${name}: the focus is on what is harmless`).toMatchObject({
    role: 'button',
    name: 'Cancel',
  })
}

/** Records what a page announces from now on, and gives all of it so far. */
export async function recordAnnouncements(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const spoken: string[] = []
    Object.assign(window, { spoken })
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        const element = target instanceof Element ? target : target.parentElement
        const region = element?.closest('[role=status][aria-live=polite]')
        if (region?.textContent) spoken.push(region.textContent.trim())
      }
    }).observe(document, { subtree: true, childList: true, characterData: true })
  })
  return () => page.evaluate(() => ('spoken' in window && Array.isArray(window.spoken) ? window.spoken : []))
}
