import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import * as z from 'zod'
import type { Arrived } from '../driven-page.ts'
import { openRefusingProxy } from '../refusing-proxy.ts'
import { FirefoxPage } from './firefox-page.ts'
import { connectWebDriver } from './webdriver-connection.ts'

const createdUserContext = z.object({ userContext: z.string() })
const createdContext = z.object({ context: z.string() })
const logged = z.object({ level: z.string(), text: z.string().nullable() })
const downloadBegin = z.object({ url: z.string() })
const downloadEnd = z.discriminatedUnion('status', [
  z.object({ status: z.literal('complete'), filepath: z.string().nullable() }),
  z.object({ status: z.literal('canceled') }),
])

const program = '/usr/bin/firefox-esr'

/**
 * Firefox as Debian ships it, driven with WebDriver BiDi: Playwright's own Firefox is another build. Its profile, cache and
 * downloads lie in a temporary folder. All but 127.0.0.1 goes through a proxy that refuses and records it.
 * @param changed preferences beside those of every test
 */
export async function startFirefox(changed: Readonly<Record<string, number>> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'restante-firefox-'))
  const downloads = join(folder, 'downloads')
  await mkdir(downloads)
  const proxy = await openRefusingProxy()
  await writeFile(join(folder, 'user.js'), preferences(proxy.port, changed))

  const child = spawn(program, ['--headless', '--remote-debugging-port=0', '--profile', folder], {
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      LANG: 'C.UTF-8',
      MOZ_CRASHREPORTER_DISABLE: '1',
      // Has it heed the address of its settings service in the preferences.
      MOZ_REMOTE_SETTINGS_DEVTOOLS: '1',
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const exited = once(child, 'exit')
  const connection = await connectWebDriver(await listeningAddress(child.stderr))
  const download = { type: 'allowed', destinationFolder: downloads }
  await connection.call('browser.setDownloadBehavior', { downloadBehavior: download }, z.unknown())

  const complaints: string[] = []
  await connection.on('log.entryAdded', logged, ({ level, text }) => {
    if (level === 'error' || level === 'warn') complaints.push(text ?? '')
  })
  const arrived: Arrived[] = []
  const asked: string[] = []
  await connection.on('browsingContext.downloadWillBegin', downloadBegin, ({ url }) => asked.push(url))
  await connection.on('browsingContext.downloadEnd', downloadEnd, (end) => {
    arrived.push(end.status === 'complete' && end.filepath !== null ? end.filepath : 'incomplete')
  })

  /** An empty page of a person of their own, who shares no cookies and no storage with the others. */
  async function person(): Promise<FirefoxPage> {
    const { userContext } = await connection.call('browser.createUserContext', {}, createdUserContext)
    const tab = { type: 'tab', userContext }
    const { context } = await connection.call('browsingContext.create', tab, createdContext)
    return new FirefoxPage(connection, context, { arrived, asked })
  }

  return {
    person,
    /**
     * Someone who comes for the first time, reads the terms to their end and accepts them.
     * @param prepare source of a function that runs before any script of the page
     */
    async newcomer(address: string, prepare?: string): Promise<FirefoxPage> {
      const page = await person()
      if (prepare !== undefined) await page.prepare(prepare)
      await page.arrive(address)
      return page
    },
    /** Errors and warnings on the consoles of all pages. */
    complaints: (): readonly string[] => complaints,
    /** Requests to other hosts, by pages or by the browser itself. */
    outside: proxy.outside,
    async [Symbol.asyncDispose]() {
      await connection.call('browser.close', {}, z.unknown())
      await exited
      proxy[Symbol.dispose]()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The address that the browser names on standard error once it takes sessions. */
async function listeningAddress(output: NodeJS.ReadableStream): Promise<string> {
  const said: string[] = []
  for await (const line of createInterface(output)) {
    const [, address] = /^WebDriver BiDi listening on (ws:\S+)$/.exec(line) ?? []
    if (address !== undefined) return address
    said.push(line)
  }
  throw new Error(`Firefox did not start:\n${said.join('\n')}`)
}

/** Preferences that keep it from calling home, besides those that remote control sets. */
function preferences(proxyPort: number, changed: Readonly<Record<string, number>>): string {
  const values = {
    'network.proxy.type': 1,
    'network.proxy.http': '127.0.0.1',
    'network.proxy.http_port': proxyPort,
    'network.proxy.ssl': '127.0.0.1',
    'network.proxy.ssl_port': proxyPort,
    'network.proxy.no_proxies_on': '127.0.0.1',
    'network.captive-portal-service.enabled': false,
    'network.connectivity-service.enabled': false,
    'app.normandy.enabled': false,
    'app.update.enabled': false,
    'browser.aboutwelcome.enabled': false,
    'browser.newtabpage.enabled': false,
    'browser.region.update.enabled': false,
    'browser.safebrowsing.update.enabled': false,
    'browser.search.update': false,
    'browser.startup.page': 0,
    'datareporting.policy.dataSubmissionEnabled': false,
    'dom.push.connection.enabled': false,
    'extensions.getAddons.cache.enabled': false,
    'extensions.systemAddon.update.enabled': false,
    'extensions.update.enabled': false,
    'media.gmp-manager.updateEnabled': false,
    'services.settings.server': 'data:,#no-settings/v1',
    'toolkit.telemetry.enabled': false,
    ...changed,
  }
  return Object.entries(values)
    .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`)
    .join('')
}
