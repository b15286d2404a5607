import * as z from 'zod'
import { type Arrived, DrivenPage, passwordField, strokesOf } from '../driven-page.ts'
import type { WebDriverConnection } from './webdriver-connection.ts'

const located = z.object({
  nodes: z.array(z.object({ sharedId: z.string(), value: z.object({ localName: z.string().optional() }) })),
})
const evaluated = z.object({
  type: z.literal('success'),
  result: z.object({ value: z.unknown().optional() }),
})

/** Downloads of all pages: those that have ended, which are taken from it, and the addresses of those that have begun. */
export type Downloads = { readonly arrived: Arrived[]; readonly asked: readonly string[] }

/** A page of Firefox, by WebDriver BiDi. */
export class FirefoxPage extends DrivenPage {
  readonly #connection: WebDriverConnection
  readonly #context: string
  readonly #downloads: Downloads

  constructor(connection: WebDriverConnection, context: string, downloads: Downloads) {
    super()
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

  async press(...keys: string[]): Promise<void> {
    await this.#act('key', strokesOf(keys))
  }

  async asked(): Promise<string | undefined> {
    return this.#downloads.asked.at(-1)
  }

  /** Runs a function in every document that the page opens from now on, before its own scripts. */
  async prepare(functionDeclaration: string): Promise<void> {
    const contexts = [this.#context]
    await this.#connection.call('script.addPreloadScript', { functionDeclaration, contexts }, z.unknown())
  }

  protected async find(role: string, name: string): Promise<string | undefined> {
    const value = role === passwordField ? { name } : { role, name }
    const locator = { type: 'accessibility', value }
    const { nodes } = await this.#command('browsingContext.locateNodes', { locator }, located)
    return nodes.find((node) => role !== passwordField || node.value.localName === 'input')?.sharedId
  }

  protected async evaluate(functionDeclaration: string, sharedId?: string): Promise<unknown> {
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

  protected async clickOn(sharedId: string): Promise<void> {
    const origin = { type: 'element', element: { sharedId } }
    await this.#act('pointer', [
      { type: 'pointerMove', x: 0, y: 0, origin },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ])
  }

  protected async give(files: string[]): Promise<true | undefined> {
    const locator = { type: 'css', value: 'input[type=file]' }
    const { nodes } = await this.#command('browsingContext.locateNodes', { locator }, located)
    const [chooser] = nodes
    if (!chooser) return undefined
    await this.#command('input.setFiles', { element: { sharedId: chooser.sharedId }, files }, z.unknown())
    return true
  }

  protected async ended(): Promise<Arrived | undefined> {
    return this.#downloads.arrived.shift()
  }

  async #act(type: 'key' | 'pointer', actions: object[]): Promise<void> {
    await this.#command('input.performActions', { actions: [{ type, id: type, actions }] }, z.unknown())
  }

  #command<Result>(method: string, params: object, result: z.ZodType<Result>): Promise<Result> {
    return this.#connection.call(method, { context: this.#context, ...params }, result)
  }
}
