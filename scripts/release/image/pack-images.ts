import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { project, releaseFolder, report } from '../pack.ts'
import { platforms } from './platforms.ts'

/**
 * Builds the image of the Dockerfile for each platform, and packs it as an OCI archive. The same base and the same buildah give
 * the same bytes. Isolation and storage of buildah come from BUILDAH_ISOLATION and STORAGE_DRIVER.
 * @param modifiedAt seconds since 1970
 * @param base image with both platforms in place of the one that the Dockerfile names; never fetched
 * @throws Error without buildah, or if it fails
 */
export function packImages(modifiedAt: number, base?: string): void {
  const { version } = project()
  // Release 1.28 of buildah, which Debian 12 has, builds for the target where this is not said.
  const own = [...platforms].find(([, platform]) => platform === `linux-${process.arch}`)?.[0]
  const onBase = base === undefined ? [] : ['--pull-never', '--build-arg', `NODE_IMAGE=${base}`]
  for (const architecture of platforms.keys()) {
    const name = `localhost/restante-release-${process.pid}:${architecture}`
    const folder = mkdtempSync(join(tmpdir(), 'restante-image-'))
    const path = join(releaseFolder, `restante-image-${version}-${architecture}.tar`)
    const time = ['--timestamp', String(modifiedAt), '--build-arg', `SOURCE_DATE_EPOCH=${modifiedAt}`]
    const fresh = ['--layers=false', '--identity-label=false', '--quiet']
    const builder = ['--build-arg', `BUILDPLATFORM=linux/${own}`]
    buildah(
      'build',
      ...builder,
      ...fresh,
      ...time,
      ...onBase,
      '--platform',
      `linux/${architecture}`,
      '--tag',
      name,
      '.',
    )
    try {
      buildah('push', '--quiet', name, `oci:${folder}:${version}`)
      const same = ['--sort=name', `--mtime=@${modifiedAt}`, '--owner=0', '--group=0', '--numeric-owner']
      execFileSync('tar', [...same, '--mode=u=rwX,go=rX', '-C', folder, '-cf', path, '.'])
    } finally {
      rmSync(folder, { recursive: true })
      buildah('rmi', '--force', name)
    }
    report(path)
  }
}

function buildah(...args: string[]): void {
  try {
    execFileSync('buildah', args, { stdio: ['ignore', 'ignore', 'inherit'] })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
    const reason = '--images needs buildah, such as Debian has it: apt-get install buildah'
    throw new Error(reason, { cause: error })
  }
}
