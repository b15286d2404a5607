import { existsSync } from 'node:fs'
import chromium from '@sparticuz/chromium'

const system = '/usr/bin/chromium'

/** How to start the browser: the one named by CHROMIUM, else the system's, else the one that npm brought. */
export async function browserOptions(): Promise<{ executablePath: string; args: string[] }> {
  const own = process.env.CHROMIUM ?? (existsSync(system) ? system : undefined)
  return {
    executablePath: own ?? (await chromium.executablePath()),
    // No sandbox: it cannot be had as root, nor by a browser that lies in a temporary folder.
    args: ['--no-sandbox', '--no-zygote', '--disable-gpu'],
  }
}
