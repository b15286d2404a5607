import { execFile } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)
/** How the question where to save is titled, where the page gets a file to write to. */
const title = 'this site can see edits you make'
/** Tries of 100 ms each. */
const patience = 100

/** The question where to save on a display, answered by its keys as people do. */
export function saveDialogOn(display: string) {
  const env = { PATH: process.env.PATH, DISPLAY: display }

  /** Windows of the question that can be seen. */
  async function windows(): Promise<string[]> {
    const search = ['search', '--onlyvisible', '--name', title]
    // The program fails where it finds none.
    const { stdout } = await run('xdotool', search, { env }).catch(() => ({ stdout: '' }))
    return stdout.split('\n').filter((line) => line !== '')
  }
  async function until(isThere: boolean): Promise<string> {
    for (let tries = 0; tries < patience; tries += 1) {
      const [window] = await windows()
      if ((window !== undefined) === isThere) return window ?? ''
      await pause(100)
    }
    throw new Error(isThere ? 'nothing asks where to save' : 'the question where to save stays')
  }
  async function press(window: string, ...keys: string[]): Promise<void> {
    // No window manager gives it the keyboard.
    await run('xdotool', ['windowfocus', '--sync', window], { env })
    await run('xdotool', ['key', ...keys], { env })
  }

  return {
    /** Waits for the question, and answers with a path, and with yes if a file is there already. */
    async save(path: string): Promise<void> {
      const window = await until(true)
      await press(window, 'ctrl+a')
      await run('xdotool', ['type', '--delay', '2', path], { env })
      const { stdout } = await run('xdotool', ['getwindowgeometry', '--shell', window], { env })
      const [width, height] = ['WIDTH', 'HEIGHT'].map((side) =>
        Number(new RegExp(`${side}=(\\d+)`).exec(stdout)?.[1]),
      )
      const button = [String((width ?? 0) - 50), String((height ?? 0) - 24)]
      // A list of names may lie above it, and it takes no answer as long as it reads the folder.
      for (let tries = 0; (await windows()).length > 0; tries += 1) {
        if (tries === patience) throw new Error('the question where to save stays')
        await run('xdotool', ['mousemove', '--window', window, ...button, 'click', '1'], { env }).catch(
          () => {},
        )
        await run('xdotool', ['key', 'alt+r'], { env })
        await pause(100)
      }
    },
    async cancel(): Promise<void> {
      await press(await until(true), 'Escape')
      await until(false)
    },
    async isOpen(): Promise<boolean> {
      return (await windows()).length > 0
    },
    /** Waits until it is there. */
    async comes(): Promise<void> {
      await until(true)
    },
  }
}
