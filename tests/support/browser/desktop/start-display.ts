import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import * as z from 'zod'

/** Starts an X server, which chooses its own number. @returns its process, and the value of DISPLAY */
export async function startDisplay(): Promise<{ readonly child: ChildProcess; readonly display: string }> {
  const child = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const numbers = child.stdio[3]
  if (!numbers) throw new Error('Xvfb has no pipe')
  const [number] = z.tuple([z.instanceof(Buffer)]).parse(await once(numbers, 'data'))
  return { child, display: `:${number.toString().trim()}` }
}
