import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { nodePackage } from './node-of.ts'
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
      const node = join(nodePackage(platform, folder), 'bin/node')
      const output = join(releaseFolder, `restante-${version}-${platform}`)
      const config = join(folder, `${platform}.json`)
      const settings = {
        // The executable holds this path, and a relative one is the same wherever it is built.
        main: program,
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
