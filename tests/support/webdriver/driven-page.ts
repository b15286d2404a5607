import assert from 'node:assert/strict'
import { setTimeout } from 'node:timers/promises'
import * as z from 'zod'

/** How long something may take to appear, in milliseconds. */
const timeout = 60_000
const interval = 100

/** Stands for a role where passwords are typed: such a field has none. */
export const passwordField = 'password field'

/** The code points of WebDriver for keys without a character. */
export const keys = { control: '\uE009', end: '\uE010', enter: '\uE007' } as const

/** Actions that press keys one after the other; Control is held meanwhile. */
export function strokesOf(pressed: readonly string[]) {
  const down = (value: string) => ({ type: 'keyDown', value })
  const up = (value: string) => ({ type: 'keyUp', value })
  const held = pressed.filter((key) => key === keys.control)
  const others = pressed.filter((key) => key !== keys.control)
  return [...held.map(down), ...others.flatMap((key) => [down(key), up(key)]), ...held.map(up)]
}

/** Path of a file that has arrived; `incomplete` where the browser says that it has not. */
export type Arrived = string | 'incomplete'

/**
 * A page as a person has it before them, in a browser that Debian ships: found by roles and names, clicked and typed into with
 * trusted events. An element is a reference of the protocol by which the browser is driven.
 */
export abstract class DrivenPage {
  abstract open(url: string): Promise<void>

  abstract reload(): Promise<void>

  /** Presses keys: characters, or the code points that WebDriver has for others. */
  abstract press(...keys: string[]): Promise<void>

  /** The address of the download that has begun last. */
  abstract asked(): Promise<string | undefined>

  /** An element of this role whose accessible name is exactly this, if there is one now. */
  protected abstract find(role: string, name: string): Promise<string | undefined>

  /** Runs a function in the page, with an element if there is one. */
  protected abstract evaluate(functionDeclaration: string, element?: string): Promise<unknown>

  /** Clicks in the middle of an element. */
  protected abstract clickOn(element: string): Promise<void>

  /** Gives files to the first chooser of the page, if there is one now. */
  protected abstract give(files: string[]): Promise<true | undefined>

  /** The next download that has ended, if there is one now. */
  protected abstract ended(): Promise<Arrived | undefined>

  /** Comes for the first time, reads the terms to their end and accepts them. */
  async arrive(url: string): Promise<void> {
    await this.open(url)
    await this.see('button', 'Accept & Continue')
    await this.press(keys.end)
    await this.click('button', 'Accept & Continue')
  }

  /** Waits for an element of this role whose accessible name is exactly this. */
  async see(role: string, name: string): Promise<void> {
    await this.#found(role, name)
  }

  /** Waits until the text of the page matches. Gives what did. */
  async read(pattern: RegExp): Promise<string> {
    return this.#until(`${pattern}`, async () => pattern.exec(await this.#text())?.[0])
  }

  async value(role: string, name: string): Promise<string> {
    const element = await this.#found(role, name)
    return z.string().parse(await this.evaluate('(field) => field.value', element))
  }

  /** Clicks in the middle of an element, once it is enabled. */
  async click(role: string, name: string): Promise<void> {
    const element = await this.#until(`${role} ${name} to be enabled`, async () => {
      const found = await this.#found(role, name)
      return (await this.evaluate('(control) => !control.disabled', found)) ? found : undefined
    })
    await this.evaluate("(it) => it.scrollIntoView({ block: 'center', behavior: 'instant' })", element)
    await this.clickOn(element)
  }

  /** Types in the place of what a field holds. */
  async type(role: string, name: string, text: string): Promise<void> {
    await this.click(role, name)
    await this.evaluate('(field) => field.select()', await this.#found(role, name))
    await this.press(...text)
  }

  /** Gives files to the first chooser of the page. */
  async choose(...files: string[]): Promise<void> {
    await this.#until('a file chooser', () => this.give(files))
  }

  /** Waits for the end of the next download. */
  async downloaded(): Promise<Arrived> {
    return this.#until('a download', () => this.ended())
  }

  #found(role: string, name: string): Promise<string> {
    return this.#until(`${role} ${name}`, () => this.find(role, name))
  }

  async #text(): Promise<string> {
    return z.string().parse(await this.evaluate('() => document.body.innerText'))
  }

  async #until<Found>(what: string, look: () => Promise<Found | undefined>): Promise<Found> {
    const end = performance.now() + timeout
    while (performance.now() < end) {
      const found = await look()
      if (found !== undefined) return found
      await setTimeout(interval)
    }
    return assert.fail(`There was no ${what} in time. The page said:\n${await this.#text()}`)
  }
}
