import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'

/**
 * Folder of the package that brings the Node of a platform, of the version that runs this: the installed one, or the one that
 * `npm pack` fetches into a folder.
 * @param platform such as linux-arm64, as in the names of those packages
 */
export function nodePackage(platform: string, folder: string): string {
  const installed = resolve(`node_modules/node-${platform}`)
  if (existsSync(join(installed, 'bin/node'))) return installed
  const into = join(folder, platform)
  const found = join(into, 'package')
  if (existsSync(found)) return found
  const spec = `node-${platform}@${process.versions.node}`
  execFileSync('npm', ['pack', '--silent', '--pack-destination', folder, spec])
  mkdirSync(into, { recursive: true })
  execFileSync('tar', ['-xzf', join(folder, `node-${platform}-${process.versions.node}.tgz`), '-C', into])
  return found
}
