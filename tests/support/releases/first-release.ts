import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createClient } from '#client/create-client.ts'
import type { DatabasePlace } from '../databases/databases.ts'
import { writeOtherRelease } from '../server/other-release.ts'
import { startServerProcess } from '../server/server-process.ts'

/** The commit of release 1.0.0; none in a clone without its history. */
const commit = execFileSync('git', ['log', '--format=%H', '--grep=^Version 1.0.0', '-1'], {
  encoding: 'utf8',
}).trim()

/** The reason to leave out tests of 1.0.0, if there is one. */
export const skip = commit === '' && 'a clone without the history has no 1.0.0'

/** The sources of 1.0.0 in a folder, from which it starts. */
export async function unpackFirstRelease(): Promise<AsyncDisposable & { readonly folder: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'restante-1.0.0-'))
  const archive = execFileSync('git', ['archive', commit, 'src', 'package.json'], { maxBuffer: 2 ** 28 })
  execFileSync('tar', ['x', '-C', folder], { input: archive })
  await symlink(resolve('node_modules'), join(folder, 'node_modules'))
  // It does not start without pages, and none are asked for.
  await writeOtherRelease(join(folder, 'dist/web'))
  await writeFile(join(folder, 'dist/web/.vite/pages.json'), '[]')
  return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) }
}

/** The database and the keys that instances of both releases share. */
export type Shared = { readonly at: DatabasePlace; readonly keys: string }

export function settingsOf({ at, keys }: Shared): Record<string, string> {
  const database = at.url === undefined ? {} : { DATABASE_URL: at.url }
  return { ...database, MASTER_KEYS: keys, RATE_LIMITS: 'off', LOG_LEVEL: 'error' }
}

/**
 * An instance of 1.0.0, if the folder with its sources is given, or of this release. Its client checks no replies: those of 1.0.0
 * lack what came later.
 */
export async function startInstance(
  shared: Shared,
  sources?: string,
  environment: Record<string, string> = {},
) {
  const settings = { ...settingsOf(shared), ...environment }
  const server = await startServerProcess(shared.at.dataDir, settings, sources)
  const client = createClient({ baseUrl: server.baseUrl })
  async function stop(): Promise<void> {
    server.child.kill()
    await server.exited
  }
  return { ...server, client, stop, [Symbol.asyncDispose]: stop }
}
export type Instance = Awaited<ReturnType<typeof startInstance>>

/** Makes an administrator by the command of 1.0.0. */
export function createFirstAdmin(shared: Shared, sources: string, username: string, password: string): void {
  const named = ['--username', username, '--email', `${username}@example.org`, '--password-stdin']
  execFileSync(process.execPath, ['src/cli/main.ts', 'create-admin', ...named], {
    cwd: sources,
    env: { ...process.env, ...settingsOf(shared), DATA_DIR: shared.at.dataDir },
    input: password,
    stdio: ['pipe', 'ignore', 'inherit'],
  })
}
