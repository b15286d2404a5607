import {
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, sep } from 'node:path'
import { type Packed, tarFiles } from './archives/tar-files.ts'
import { nodePackage } from './node-of.ts'
import { project, releaseFolder, report } from './pack.ts'

/** Files of the project that an installed server has beside dist. */
const beside = [
  'deploy/*',
  'docs/*.md',
  'CHANGELOG.md',
  'LICENSE',
  'NOTICE',
  'README.md',
  'SECURITY.md',
  'THREATS.md',
]
/** Folders of what is built; some names in them begin with a dot, which a pattern leaves out. */
const built = ['dist/server', 'dist/web']
const folder = 'restante'

/**
 * Packs what is built of the server: once for a machine that has Node, and once for each platform with the Node of that.
 * @param bom bill of materials
 * @param modifiedAt seconds since 1970
 */
export function packServer(
  platforms: readonly string[],
  bom: string,
  modifiedAt: number,
  into = releaseFolder,
): void {
  const { version, license } = project()
  mkdirSync(into, { recursive: true })
  const files = new Map<string, Packed>()
  const add = (path: string, content: string | Uint8Array, isExecutable = false) =>
    files.set(`${folder}/${path}`, { content: Buffer.from(content), isExecutable })
  const inside = built.flatMap((place) =>
    readdirSync(place, { recursive: true, encoding: 'utf8' }).map((name) => join(place, name)),
  )
  for (const path of [...inside, ...globSync(beside)]) {
    const found = statSync(path)
    const name = path.split(sep).join('/')
    if (found.isFile()) add(name, readFileSync(path), (found.mode & 0o100) !== 0)
  }
  const manifest = {
    name: 'restante',
    version,
    private: true,
    license,
    type: 'module',
    engines: { node: '>=26' },
  }
  add('package.json', `${JSON.stringify(manifest, undefined, 2)}\n`)
  add('sbom.cdx.json', bom)
  add('main.js', "import './dist/server/main.js'\n")
  add('start', '#!/bin/sh\ncd "$(dirname "$0")" && exec deploy/start dist/server/main.js\n', true)
  write(join(into, `restante-server-${version}.tgz`), files, modifiedAt)

  const fetched = mkdtempSync(join(tmpdir(), 'restante-node-'))
  try {
    for (const platform of platforms) {
      const node = nodePackage(platform, fetched)
      const whole = new Map(files)
      // The path in deploy/start, deploy/restante and the units.
      whole.set(`${folder}/node_modules/.bin/node`, {
        content: readFileSync(join(node, 'bin/node')),
        isExecutable: true,
      })
      whole.set(`${folder}/node_modules/node/LICENSE`, { content: readFileSync(join(node, 'LICENSE')) })
      write(join(into, `restante-server-${version}-${platform}.tgz`), whole, modifiedAt)
    }
  } finally {
    rmSync(fetched, { recursive: true, force: true })
  }
}

function write(path: string, files: ReadonlyMap<string, Packed>, modifiedAt: number): void {
  writeFileSync(path, tarFiles(files, modifiedAt))
  report(path)
}
