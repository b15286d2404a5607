import { copyFile, cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('../../..', import.meta.url))
const built = join(program, 'dist/web/')
const isText = /\.(js|css|html|json|webmanifest)$/

/**
 * Writes the built web app to `folder` as another release would have built it: the same app, under other names. What
 * is beside it already is left.
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

/** Installs the program in a folder of its own, as another release of it. */
export async function installOtherRelease(folder: string): Promise<void> {
  await cp(join(program, 'src'), join(folder, 'src'), { recursive: true })
  await copyFile(join(program, 'package.json'), join(folder, 'package.json'))
  await symlink(join(program, 'node_modules'), join(folder, 'node_modules'))
  await writeOtherRelease(join(folder, 'dist/web'))
}

function otherDigest(digest: string): string {
  return [...digest].reverse().join('')
}
