import * as z from 'zod'
import { type Arrived, DrivenPage, passwordField, strokesOf } from '../driven-page.ts'
import type { WebDriverSession } from './webdriver-session.ts'

/** Name under which WebDriver gives references of elements. */
const reference = 'element-6066-11e4-a52e-4f735466cecf'
const elements = z.array(z.object({ [reference]: z.string() }))

/** Elements that may have a role: the driver finds none by it. */
const candidates: Readonly<Record<string, string>> = {
  button: 'button',
  heading: 'h1, h2, h3, h4, h5, h6',
  link: 'a',
  radio: 'input[type=radio]',
  switch: '[role=switch]',
  textbox: 'input, textarea',
  [passwordField]: 'input[type=password]',
}

/** Keeps the addresses that the page hands to the browser: the driver keeps silent about downloads. */
const recordDownloads = `() => {
  const { click } = HTMLAnchorElement.prototype
  HTMLAnchorElement.prototype.click = function () {
    window.askedLast = this.href
    click.call(this)
  }
}`

/** A page of WebKitGTK, by WebDriver over HTTP. */
export class WebKitPage extends DrivenPage {
  readonly #session: WebDriverSession
  readonly #nextDownload: () => Promise<string | undefined>

  /** @param nextDownload takes away the file of a download that has ended */
  constructor(session: WebDriverSession, nextDownload: () => Promise<string | undefined>) {
    super()
    this.#session = session
    this.#nextDownload = nextDownload
  }

  async open(url: string): Promise<void> {
    await this.#post('/url', { url })
    await this.evaluate(recordDownloads)
  }

  async reload(): Promise<void> {
    await this.#post('/refresh', {})
    await this.evaluate(recordDownloads)
  }

  async press(...keys: string[]): Promise<void> {
    await this.#post('/actions', { actions: [{ type: 'key', id: 'key', actions: strokesOf(keys) }] })
  }

  async asked(): Promise<string | undefined> {
    return z
      .string()
      .optional()
      .parse((await this.evaluate('() => window.askedLast')) ?? undefined)
  }

  /** Runs a function in the page. The driver has no way to run it before the page's own scripts. */
  async prepare(functionDeclaration: string): Promise<void> {
    await this.evaluate(functionDeclaration)
  }

  protected async find(role: string, name: string): Promise<string | undefined> {
    for (const element of await this.#located(candidates[role] ?? `[role=${role}]`)) {
      // One that React takes away meanwhile has no name any more.
      const label = await this.#session
        .call('GET', `/element/${element}/computedlabel`, z.string())
        .catch(() => undefined)
      if (label === name) return element
    }
    return undefined
  }

  protected async evaluate(functionDeclaration: string, element?: string): Promise<unknown> {
    const script = `return (${functionDeclaration})(...arguments)`
    const args = element === undefined ? [] : [{ [reference]: element }]
    return this.#session.call('POST', '/execute/sync', z.unknown(), { script, args })
  }

  protected async clickOn(element: string): Promise<void> {
    await this.#post(`/element/${element}/click`, {})
  }

  protected async give(files: string[]): Promise<true | undefined> {
    const [chooser] = await this.#located('input[type=file]')
    if (chooser === undefined) return undefined
    await this.#post(`/element/${chooser}/value`, { text: files.join('\n') })
    return true
  }

  protected ended(): Promise<Arrived | undefined> {
    return this.#nextDownload()
  }

  async #located(value: string): Promise<string[]> {
    const query = { using: 'css selector', value }
    // The driver fails where React takes an element away meanwhile. The caller looks again.
    const found = await this.#session.call('POST', '/elements', elements, query).catch((error: unknown) => {
      if (error instanceof Error && error.message.includes('stale element')) return []
      throw error
    })
    return found.map((element) => element[reference])
  }

  async #post(path: string, body: object): Promise<void> {
    await this.#session.call('POST', path, z.unknown(), body)
  }
}
