import { globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import * as z from 'zod'
import { type Packed, tarFiles } from './archives/tar-files.ts'

/** Folder of everything that a release is made of. */
export const releaseFolder = 'release'

/** Version and license of this project. */
export function project(): { version: string; license: string } {
  const manifest = z.object({ version: z.string(), license: z.string() })
  return manifest.parse(JSON.parse(readFileSync('package.json', 'utf8')))
}

/** Seconds since 1970 that npm gives the files of a package; a release has the time of its commit. */
const usualTime = 499_162_500

/** Packs a folder with a package.json as `npm pack` does. @param file name in the folder of the release */
export function pack(folder: string, file: string): void {
  mkdirSync(releaseFolder, { recursive: true })
  const files = new Map<string, Packed>()
  for (const name of globSync('**', { cwd: folder })) {
    const from = join(folder, name)
    const found = statSync(from)
    if (!found.isFile()) continue
    const isExecutable = (found.mode & 0o100) !== 0
    files.set(`package/${name.split(sep).join('/')}`, { content: readFileSync(from), isExecutable })
  }
  const path = join(releaseFolder, file)
  writeFileSync(path, tarFiles(files, Number(process.env.SOURCE_DATE_EPOCH ?? usualTime)))
  report(path)
}

/** Says what was made, and its size. */
export function report(path: string): void {
  process.stdout.write(`${path}: ${statSync(path).size} bytes\n`)
}
