import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { releaseFolder, report } from './pack.ts'

/**
 * Makes an executable of a program for each platform (nodejs.org/api/single-executable-applications.html). Node comes from the
 * package of the platform: the one that is installed here or, for others, the one that `npm pack` fetches.
 * @param platforms such as linux-x64, as in the names of those packages
 */
export function buildExecutables(program: string, version: string, platforms: readonly string[]): void {
  mkdirSync(releaseFolder, { recursive: true })
  const folder = mkdtempSync(join(tmpdir(), 'restante-sea-'))
  try {
    for (const platform of platforms) {
      const node = nodeOf(platform, folder)
      const output = join(releaseFolder, `restante-${version}-${platform}`)
      const config = join(folder, `${platform}.json`)
      const settings = {
        main: resolve(program),
        mainFormat: 'module',
        executable: node,
        output: resolve(output),
        disableExperimentalSEAWarning: true,
        // Neither holds for a Node of another platform.
        useSnapshot: false,
        useCodeCache: false,
      }
      writeFileSync(config, JSON.stringify(settings))
      execFileSync(process.execPath, ['--build-sea', config], { stdio: ['ignore', 'ignore', 'inherit'] })
      report(output)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Path of the Node of a platform, of the version that runs this. */
function nodeOf(platform: string, folder: string): string {
  const installed = resolve(`node_modules/node-${platform}/bin/node`)
  if (existsSync(installed)) return installed
  const spec = `node-${platform}@${process.versions.node}`
  execFileSync('npm', ['pack', '--silent', '--pack-destination', folder, spec])
  const tarball = join(folder, `node-${platform}-${process.versions.node}.tgz`)
  const into = join(folder, platform)
  mkdirSync(into)
  execFileSync('tar', ['-xzf', tarball, '-C', into, 'package/bin/node'])
  return join(into, 'package/bin/node')
}
