import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, renameSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import * as z from 'zod'

/** Folder of everything that a release is made of. */
export const releaseFolder = 'release'

/** Version and license of this project. */
export function project(): { version: string; license: string } {
  const manifest = z.object({ version: z.string(), license: z.string() })
  return manifest.parse(JSON.parse(readFileSync('package.json', 'utf8')))
}

/** Packs a folder with a package.json as `npm pack` does. @param file name in the folder of the release */
export function pack(folder: string, file: string): void {
  mkdirSync(releaseFolder, { recursive: true })
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', resolve(releaseFolder)]
  const output = execFileSync('npm', args, { cwd: folder, encoding: 'utf8' })
  const [packed] = z.array(z.object({ filename: z.string() })).parse(JSON.parse(output))
  if (!packed) throw new Error(`npm packed nothing of ${folder}`)
  const path = join(releaseFolder, file)
  renameSync(join(releaseFolder, packed.filename), path)
  report(path)
}

/** Says what was made, and its size. */
export function report(path: string): void {
  process.stdout.write(`${path}: ${statSync(path).size} bytes\n`)
}
