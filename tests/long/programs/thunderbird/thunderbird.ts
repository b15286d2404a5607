import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import * as z from 'zod'
import { startDisplay } from '#tests/support/browser/desktop/start-display.ts'
import { type Marionette, openMarionette } from './marionette.ts'

type Thunderbird = { readonly marionette: Marionette } & AsyncDisposable

/** Makes the add-on in a folder. @returns path of the .xpi */
export function packInto(folder: string): string {
  const path = `${folder}.xpi`
  const args = ['scripts/release/pack-thunderbird.ts', '--folder', folder, '--output', path]
  execFileSync(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  return path
}

/** Starts Thunderbird on a display of its own, with a new profile and an add-on. @param addOn path of an .xpi */
export async function startThunderbird(addOn: string): Promise<Thunderbird> {
  const folder = await mkdtemp(join(tmpdir(), 'restante-thunderbird-'))
  const profile = join(folder, 'profile')
  await mkdir(profile)
  const port = await freePort()
  await writeFile(join(profile, 'user.js'), preferences({ ...quiet, 'marionette.port': port }))
  const children: ChildProcess[] = []
  let marionette: Marionette | undefined
  /** Ends it without its question whether to keep the message. */
  async function stop() {
    marionette?.close()
    for (const child of children.reverse())
      if (child.exitCode === null && child.signalCode === null) {
        const ended = once(child, 'exit')
        child.kill('SIGKILL')
        await ended
      }
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  }
  try {
    const { child: screen, display } = await startDisplay()
    children.push(screen)
    const args = ['--no-remote', '--profile', profile, '--marionette', '--remote-allow-system-access']
    const env = { PATH: process.env.PATH, HOME: folder, DISPLAY: display, MOZ_CRASHREPORTER_DISABLE: '1' }
    const child = spawn('thunderbird', args, { env, stdio: 'ignore' })
    children.push(child)
    for (let tries = 0; !marionette; tries += 1) {
      if (tries > 300 || child.exitCode !== null) throw new Error('Thunderbird does not start')
      await pause(200)
      marionette = await openMarionette(port).catch(() => undefined)
    }
    await marionette.send('Addon:Install', { path: addOn, temporary: true })
    return { marionette, [Symbol.asyncDispose]: stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = z.object({ port: z.int() }).parse(server.address())
  server.close()
  await once(server, 'close')
  return port
}

/** A profile that asks its user nothing and calls no other host. */
const quiet = {
  'app.update.enabled': false,
  'browser.safebrowsing.update.enabled': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'datareporting.healthreport.uploadEnabled': false,
  'extensions.autoDisableScopes': 0,
  // Milliseconds after which an idle background page is unloaded: soon, so that the tests wake it and send for longer.
  'extensions.background.idle.timeout': 8000,
  'extensions.getAddons.cache.enabled': false,
  'extensions.update.enabled': false,
  // The question of `permissions.request` is answered with yes.
  'extensions.webextOptionalPermissionPrompts': false,
  // Debian's settings take it away; the builds of Mozilla have it.
  'javascript.options.baselinejit': true,
  'mail.provider.suppress_dialog_on_startup': true,
  'mail.rights.version': 1,
  'mail.shell.checkDefaultClient': false,
  'mail.spotlight.firstRunDone': true,
  'mail.winsearch.firstRunDone': true,
  'mailnews.start_page.enabled': false,
  'mailnews.start_page_override.mstone': 'ignore',
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'network.dns.disableIPv6': true,
  'network.proxy.type': 0,
  'services.settings.server': 'http://127.0.0.1:9/',
  'toolkit.telemetry.enabled': false,
  'xpinstall.signatures.required': false,
}

function preferences(values: Readonly<Record<string, string | number | boolean>>): string {
  return Object.entries(values)
    .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`)
    .join('')
}
