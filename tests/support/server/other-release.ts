import { copyFile, cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('../../..', import.meta.url))
const built = join(program, 'dist/web/')
const isText = /\.(js|css|html|json|webmanifest)$/

/**
 * Writes the built web app to `folder` as another release would have built it: the same app, under other names. Files that are
 * already there stay.
 */
export async function writeOtherRelease(folder: string): Promise<void> {
  const entries = await readdir(built, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
  const digests = new Set(
    entries.flatMap(({ parentPath, name }) => {
      const [, digest] = /-([\w-]{8})(?:\.\w+)?$/.exec(name) ?? []
      return digest && parentPath.includes('assets') ? [digest] : []
    }),
  )
  const renamed = (text: string) => {
    let next = text
    for (const digest of digests) next = next.replaceAll(`-${digest}`, `-${otherDigest(digest)}`)
    return next
  }
  for (const file of files) {
    // Those that are compressed would hold the earlier names.
    if (/\.(br|gz)$/.test(file)) continue
    const to = join(folder, renamed(file.slice(built.length)))
    await mkdir(dirname(to), { recursive: true })
    if (isText.test(basename(file))) await writeFile(to, renamed(await readFile(file, 'utf8')))
    else await copyFile(file, to)
  }
}

/** A migration of a release that there is not yet: SQL, and what Step says of one that removes something. */
type MadeUpStep = { name: string; statements: readonly string[]; removesWhatIsUsedBefore?: string }

/** Installs the program in a folder of its own, as another release of it, which may have further migrations. */
export async function installOtherRelease(folder: string, steps: readonly MadeUpStep[] = []): Promise<void> {
  await cp(join(program, 'src'), join(folder, 'src'), { recursive: true })
  await copyFile(join(program, 'package.json'), join(folder, 'package.json'))
  await symlink(join(program, 'node_modules'), join(folder, 'node_modules'))
  await writeOtherRelease(join(folder, 'dist/web'))
  if (steps.length > 0) await addSteps(folder, steps)
}

async function addSteps(folder: string, steps: readonly MadeUpStep[]): Promise<void> {
  const path = join(folder, 'src/server/schema/migrations/steps.ts')
  const end = '\n]\n'
  const text = await readFile(path, 'utf8')
  if (!text.includes(end)) throw new Error('the list of migrations does not end as it did')
  const entries = steps.map(
    ({ statements, ...step }) =>
      `  { ...${JSON.stringify(step)}, create: () => ({ async up(database) {
    for (const statement of ${JSON.stringify(statements)}) await sql.raw(statement).execute(database)
  } }) },`,
  )
  await writeFile(path, `import { sql } from 'kysely'\n${text.replace(end, `\n${entries.join('\n')}${end}`)}`)
}

function otherDigest(digest: string): string {
  return [...digest].reverse().join('')
}
