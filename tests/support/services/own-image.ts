import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { promisify } from 'node:util'
import * as z from 'zod'

const run = promisify(execFile)
const environment = { ...process.env, BUILDAH_ISOLATION: 'chroot', STORAGE_DRIVER: 'vfs' }
const name = `localhost/restante-test-${process.pid}`

const inspected = z.object({
  OCIv1: z.object({
    config: z.object({
      Env: z.array(z.string()),
      Cmd: z.array(z.string()),
      WorkingDir: z.string(),
      User: z.string(),
    }),
  }),
})

/** How a container of the image runs: its user and group, its volumes by their place inside, and further environment. */
type Container = {
  readonly user: string
  readonly volumes: Readonly<Record<string, string>>
  readonly environment: Readonly<Record<string, string>>
}

async function buildah(...command: string[]): Promise<string> {
  const { stdout } = await run('buildah', command, { env: environment, maxBuffer: 64 * 1024 * 1024 })
  return stdout.trim()
}

/** Builds the image of the Dockerfile with buildah, for tests that run it. */
export async function buildOwnImage(base: string) {
  const onBase = ['--pull-never', '--build-arg', `NODE_IMAGE=${base}`]
  await buildah('build', '--quiet', '--format', 'docker', ...onBase, '--tag', name, '.')
  return openImage(name)
}

/** Loads the image of an OCI archive, for tests that run it. One image is open at a time. */
export async function loadImage(archive: string) {
  const [id = ''] = (await buildah('pull', '--quiet', `oci-archive:${archive}`)).split('\n')
  await buildah('tag', id, name)
  return openImage(name)
}

/** Opens an image, whose containers run as a runtime would run them. */
async function openImage(name: string) {
  const container = await buildah('from', '--pull-never', name)
  const root = await buildah('mount', container)
  const { config } = inspected.parse(JSON.parse(await buildah('inspect', '--type', 'image', name))).OCIv1
  const started: ChildProcess[] = []

  /**
   * The command line for a command in a container: with a root that cannot be written but for its volumes and /tmp, and a user
   * without capabilities.
   */
  function commandLine({ user, volumes, environment }: Container): readonly [program: string, ...string[]] {
    const script = [
      `mount --bind ${root} ${root}`,
      `mount -o remount,ro,bind ${root}`,
      `mount -t tmpfs tmpfs ${root}/tmp`,
      ...Object.entries(volumes).map(([inside, folder]) => `mount --bind ${folder} ${root}${inside}`),
      `mount --bind /proc ${root}/proc`,
      `exec chroot --userspec=${user} --groups= ${root} "$@"`,
    ].join(' && ')
    const settings = [...config.Env, ...Object.entries(environment).map(([key, value]) => `${key}=${value}`)]
    const inside = ['env', '-i', ...settings, 'sh', '-c', `cd ${config.WorkingDir} && exec "$@"`, 'sh']
    return ['unshare', '--mount', 'bash', '-c', script, 'bash', ...inside]
  }

  /** Starts the server of the image. Returns once it listens, or has ended. */
  async function start(container: Container) {
    const [program, ...line] = commandLine(container)
    const child = spawn(program, [...line, ...config.Cmd])
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data))
    started.push(child)
    const exited = once(child, 'exit').then(([code, signal]) => ({ code, signal }))
    const listening = new Promise<void>((resolve) => {
      child.stdout.on('data', () => output.includes('is listening') && resolve())
    })
    await Promise.race([listening, exited])
    return { child, exited, output: () => output }
  }

  async function remove(): Promise<void> {
    for (const child of started) child.kill('SIGKILL')
    await buildah('rm', container)
    await buildah('rmi', '--force', name)
  }

  return { root, config, commandLine, start, remove }
}
