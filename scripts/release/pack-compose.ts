import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Packed, tarFiles } from './archives/tar-files.ts'
import { project, releaseFolder, report } from './pack.ts'

const image = 'ghcr.io/restante/restante'
/** Files that the services mount. */
const mounted = 'deploy/compose'
/** The same in every version: Compose names volumes after it. */
const folder = 'restante'

/** Packs the Compose files with the image of this version, and what they mount. @param modifiedAt seconds since 1970 */
export function packCompose(modifiedAt: number, into = releaseFolder): void {
  const { version } = project()
  const files = new Map<string, Packed>()
  for (const name of ['compose.yaml', 'compose.full.yaml'])
    files.set(`${folder}/${name}`, { content: Buffer.from(pinned(readFileSync(name, 'utf8'), version)) })
  for (const name of readdirSync(mounted))
    files.set(`${folder}/${mounted}/${name}`, { content: readFileSync(join(mounted, name)) })
  mkdirSync(into, { recursive: true })
  const path = join(into, `restante-compose-${version}.tgz`)
  writeFileSync(path, tarFiles(files, modifiedAt))
  report(path)
}

/** A Compose file that takes the image of one version, and builds none. */
function pinned(text: string, version: string): string {
  return text
    .replace(/^ *# Built here .*\n/gm, '')
    .replace(/^ *build: \.\n/gm, '')
    .replaceAll(`image: ${image}:1\n`, `image: ${image}:${version}\n`)
}
