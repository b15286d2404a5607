import assert from 'node:assert/strict'
import { setTimeout } from 'node:timers/promises'
import * as z from 'zod'
import type { WebDriverConnection } from './webdriver-connection.ts'

/** How long something may take to appear, in milliseconds. */
const timeout = 60_000
const interval = 100

/** Stands for a role where passwords are typed: such a field has none. */
export const passwordField = 'password field'

/** The code points of WebDriver for keys without a character. */
export const keys = { end: '\uE010', enter: '\uE007' } as const

/** Path of a file that has arrived in full; otherwise what the browser has of it is not shown as one. */
export type Arrived = string | 'incomplete'

const located = z.object({
  nodes: z.array(z.object({ sharedId: z.string(), value: z.object({ localName: z.string().optional() }) })),
})
const evaluated = z.object({
  type: z.literal('success'),
  result: z.object({ value: z.unknown().optional() }),
})

/** A page as a person has it before them: found by roles and names, clicked and typed into with trusted events. */
export class FirefoxPage {
  readonly #connection: WebDriverConnection
  readonly #context: string
  readonly #downloads: Arrived[]

  /** @param downloads those that have ended; they are taken from it */
  constructor(connection: WebDriverConnection, context: string, downloads: Arrived[]) {
    this.#connection = connection
    this.#context = context
    this.#downloads = downloads
  }

  async open(url: string): Promise<void> {
    await this.#command('browsingContext.navigate', { url, wait: 'complete' }, z.unknown())
  }

  async reload(): Promise<void> {
    await this.#command('browsingContext.reload', { wait: 'complete' }, z.unknown())
  }

  /** Waits for an element of this role whose accessible name is exactly this. */
  async see(role: string, name: string): Promise<void> {
    await this.#find(role, name)
  }

  /** Waits until the text of the page matches. Gives what did. */
  async read(pattern: RegExp): Promise<string> {
    return this.#until(`${pattern}`, async () => {
      const text = z.string().parse(await this.#evaluate('() => document.body.innerText'))
      return pattern.exec(text)?.[0]
    })
  }

  async value(role: string, name: string): Promise<string> {
    const element = await this.#find(role, name)
    return z.string().parse(await this.#evaluate('(field) => field.value', element))
  }

  /** Clicks in the middle of an element, once it is enabled. */
  async click(role: string, name: string): Promise<void> {
    const element = await this.#until(`${role} ${name} to be enabled`, async () => {
      const sharedId = await this.#find(role, name)
      const enabled = await this.#evaluate('(control) => !control.disabled', sharedId)
      return enabled ? sharedId : undefined
    })
    await this.#evaluate("(element) => element.scrollIntoView({ block: 'center' })", element)
    const origin = { type: 'element', element: { sharedId: element } }
    await this.#act('pointer', [
      { type: 'pointerMove', x: 0, y: 0, origin },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ])
  }

  /** Types in the place of what a field holds. */
  async type(role: string, name: string, text: string): Promise<void> {
    await this.click(role, name)
    await this.#evaluate('(field) => field.select()', await this.#find(role, name))
    await this.press(...text)
  }

  /** Presses keys: characters, or the code points that WebDriver has for others. */
  async press(...keys: string[]): Promise<void> {
    const strokes = keys.flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ])
    await this.#act('key', strokes)
  }

  /** Gives files to the first chooser of the page. */
  async choose(...files: string[]): Promise<void> {
    const sharedId = await this.#until('a file chooser', async () => {
      const locator = { type: 'css', value: 'input[type=file]' }
      const { nodes } = await this.#command('browsingContext.locateNodes', { locator }, located)
      return nodes[0]?.sharedId
    })
    await this.#command('input.setFiles', { element: { sharedId }, files }, z.unknown())
  }

  /** Runs a function in every document that the page opens from now on, before its own scripts. */
  async prepare(functionDeclaration: string): Promise<void> {
    const contexts = [this.#context]
    await this.#connection.call('script.addPreloadScript', { functionDeclaration, contexts }, z.unknown())
  }

  /** Waits for the end of the next download. */
  async downloaded(): Promise<Arrived> {
    return this.#until('a download', async () => this.#downloads.shift())
  }

  #find(role: string, name: string): Promise<string> {
    return this.#until(`${role} ${name}`, async () => {
      const value = role === passwordField ? { name } : { role, name }
      const locator = { type: 'accessibility', value }
      const { nodes } = await this.#command('browsingContext.locateNodes', { locator }, located)
      return nodes.find((node) => role !== passwordField || node.value.localName === 'input')?.sharedId
    })
  }

  async #until<Found>(what: string, look: () => Promise<Found | undefined>): Promise<Found> {
    const end = performance.now() + timeout
    while (performance.now() < end) {
      const found = await look()
      if (found !== undefined) return found
      await setTimeout(interval)
    }
    const text = await this.#evaluate('() => document.body.innerText')
    return assert.fail(`There was no ${what} in time. The page said:\n${text}`)
  }

  async #evaluate(functionDeclaration: string, sharedId?: string): Promise<unknown> {
    const { result } = await this.#connection.call(
      'script.callFunction',
      {
        functionDeclaration,
        arguments: sharedId === undefined ? [] : [{ sharedId }],
        target: { context: this.#context },
        awaitPromise: false,
      },
      evaluated,
    )
    return result.value
  }

  async #act(type: 'key' | 'pointer', actions: object[]): Promise<void> {
    await this.#command('input.performActions', { actions: [{ type, id: type, actions }] }, z.unknown())
  }

  #command<Result>(method: string, params: object, result: z.ZodType<Result>): Promise<Result> {
    return this.#connection.call(method, { context: this.#context, ...params }, result)
  }
}
