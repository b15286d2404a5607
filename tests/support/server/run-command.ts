import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import type { DatabasePlace } from '../databases/databases.ts'
import { childEnvironment, programs } from './child-processes.ts'

type CommandResult = { code: number | null; stdout: string; stderr: string }

type Options = {
  /** Location of the data. */
  place?: DatabasePlace | undefined
  environment?: Record<string, string>
  /** Content of standard input. */
  input?: string
  /** User and group by number, which a root gives it. */
  uid?: number
}

/** Runs `restante` as operators do, as a process of its own with nothing in its environment but what is given, and low costs of passwords. */
export async function runCommand(
  args: readonly string[],
  { place, environment = {}, input = '', uid }: Options = {},
): Promise<CommandResult> {
  const child = spawn(process.execPath, [programs.commandLine, ...args], {
    env: {
      ...childEnvironment(),
      PASSWORD_COST: 'low',
      ...(place ? { DATA_DIR: place.dataDir } : {}),
      ...(place?.url === undefined ? {} : { DATABASE_URL: place.url }),
      ...environment,
    },
    ...(uid !== undefined && { uid, gid: uid }),
    stdio: 'pipe',
  })
  // A command that does not read its input may end before it has come.
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ])
  return { code, stdout, stderr }
}

/** The same with `--json`, read. */
export async function runForScript(
  args: readonly string[],
  options?: Options,
): Promise<{ code: number | null; answer: Record<string, unknown>; stderr: string }> {
  const { code, stdout, stderr } = await runCommand([...args, '--json'], options)
  return { code, answer: JSON.parse(stdout), stderr }
}
