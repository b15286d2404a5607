import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { LaunchOptions } from '@playwright/test'
import chromium from '@sparticuz/chromium'

const system = '/usr/bin/chromium'
const cache = fileURLToPath(new URL('../../../node_modules/.cache/chromium', import.meta.url))

/**
 * How to start the browser: the one named by CHROMIUM, else the system's, else the one that npm brought. The last
 * has no sandbox, because it brings none along; nor has any browser that root starts.
 */
export async function browserOptions(): Promise<LaunchOptions> {
  const own = process.env.CHROMIUM ?? (existsSync(system) ? system : undefined)
  const chromiumSandbox = own !== undefined && process.getuid?.() !== 0
  return {
    executablePath: own ?? (await unpacked()),
    chromiumSandbox,
    // Without a language of the system it cannot open a file whose name is not ASCII.
    env: { ...process.env, LANG: 'C.UTF-8' },
    args: chromiumSandbox ? ['--disable-gpu'] : ['--no-sandbox', '--disable-gpu'],
  }
}

/**
 * The browser from npm, unpacked beside it. The package would take the shared temporary folder, and whatever
 * already lies there under the name of the browser: another user's file, which may not start, or should not.
 */
async function unpacked(): Promise<string> {
  const temporary = process.env.TMPDIR
  await mkdir(cache, { recursive: true })
  process.env.TMPDIR = cache
  try {
    return await chromium.executablePath()
  } finally {
    if (temporary === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = temporary
  }
}
