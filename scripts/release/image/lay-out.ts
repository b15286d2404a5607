import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { nodePackage } from '../node-of.ts'
import { billOfMaterials } from '../statements/bill-of-materials.ts'
import { platforms } from './platforms.ts'

// Lays out the files of the image for one architecture, as the Dockerfile takes them. All that runs is in dist, and Node.
// usage: lay-out.ts amd64|arm64 FOLDER
const [architecture = '', folder = ''] = parseArgs({ allowPositionals: true }).positionals
const platform = platforms.get(architecture || process.arch)
if (platform === undefined || folder === '') throw new Error('usage: lay-out.ts amd64|arm64 FOLDER')

const app = join(folder, 'app')
for (const path of ['dist', 'deploy/image', 'deploy/start', 'LICENSE', 'NOTICE'])
  cpSync(path, join(app, path), { recursive: true })
const fetched = mkdtempSync(join(tmpdir(), 'restante-node-'))
const node = nodePackage(platform, fetched)
mkdirSync(join(app, 'node'))
for (const [from, to] of [
  ['bin/node', 'node'],
  ['LICENSE', 'LICENSE'],
] as const)
  cpSync(join(node, from), join(app, 'node', to))
rmSync(fetched, { recursive: true })
const at = Number(process.env.SOURCE_DATE_EPOCH)
writeFileSync(join(app, 'sbom.cdx.json'), billOfMaterials(readFileSync('package-lock.json', 'utf8'), at))
// The same permissions whatever those of the checkout were.
execFileSync('chmod', ['-R', 'u=rwX,go=rX', app])
for (const volume of ['data', 'backups']) {
  mkdirSync(join(folder, volume))
  chmodSync(join(folder, volume), 0o770)
}
