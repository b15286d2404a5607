import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { freePort } from '../../server/server-process.ts'
import { openRefusingProxy } from '../refusing-proxy.ts'
import { takeDownload } from './take-download.ts'
import { openSession } from './webdriver-session.ts'
import { WebKitPage } from './webkit-page.ts'

const driverProgram = '/usr/bin/WebKitWebDriver'
const program = '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser'

/**
 * WebKitGTK as Debian ships it: its small browser, on a display without a screen. Each person has a browser of their own,
 * which keeps nothing, with a folder of downloads. All but 127.0.0.1 goes through a proxy that refuses and records it.
 */
export async function startWebKit() {
  const folder = await mkdtemp(join(tmpdir(), 'restante-webkit-'))
  const proxy = await openRefusingProxy()
  const screen = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1280x1000x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const display = await firstLine(screen.stdout)
  const drivers: ChildProcess[] = []

  async function person(): Promise<WebKitPage> {
    const home = join(folder, String(drivers.length))
    const [coming, taken] = [join(home, 'coming'), join(home, 'taken')]
    for (const path of [coming, taken, join(home, '.config')]) await mkdir(path, { recursive: true })
    await writeFile(join(home, '.config/user-dirs.dirs'), 'XDG_DOWNLOAD_DIR="$HOME/coming"\n')
    const port = await freePort()
    const driver = spawn(driverProgram, [`--port=${port}`], {
      env: { PATH: process.env.PATH, HOME: home, DISPLAY: `:${display}`, LANG: 'C.UTF-8' },
      stdio: 'ignore',
    })
    drivers.push(driver)
    const own = ['--automation', `--proxy=http://127.0.0.1:${proxy.port}`, '--ignore-host=127.0.0.1']
    const session = await openSession(`http://127.0.0.1:${port}`, {
      'webkitgtk:browserOptions': { binary: program, args: own },
    })
    return new WebKitPage(session, () => takeDownload(coming, taken))
  }

  return {
    person,
    /**
     * Someone who comes for the first time, reads the terms to their end and accepts them.
     * @param prepare source of a function that runs in the page then
     */
    async newcomer(address: string, prepare?: string): Promise<WebKitPage> {
      const page = await person()
      await page.arrive(address)
      if (prepare !== undefined) await page.prepare(prepare)
      return page
    },
    /** Ends the process in which the last person's service workers run: the one that began with an empty page. */
    async endWorkers(): Promise<void> {
      const [browser] = await childrenOf(drivers.at(-1)?.pid ?? 0)
      const processes = await childrenOf(browser ?? 0)
      for (const process of processes)
        if ((await nameOf(process)).startsWith('WebKitWebProc'))
          return void globalThis.process.kill(process, 'SIGKILL')
      throw new Error('the browser has no such process')
    },
    /** Requests to other hosts, by pages or by the browser itself. */
    outside: proxy.outside,
    async [Symbol.asyncDispose]() {
      // Each browser ends with its driver.
      for (const child of [...drivers, screen]) {
        if (child.exitCode !== null) continue
        child.kill()
        await once(child, 'exit')
      }
      proxy[Symbol.dispose]()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function firstLine(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface(output)) return line
  throw new Error('the display did not start')
}

/** Processes that a process has started, the oldest first. */
async function childrenOf(parent: number): Promise<number[]> {
  const children: number[] = []
  for (const task of await readdir(`/proc/${parent}/task`)) {
    const listed = await readFile(`/proc/${parent}/task/${task}/children`, 'utf8')
    children.push(...listed.trim().split(/\s+/).filter(Boolean).map(Number))
  }
  return children.sort((a, b) => a - b)
}

async function nameOf(process: number): Promise<string> {
  return readFile(`/proc/${process}/comm`, 'utf8')
}
