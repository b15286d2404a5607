import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { request } from 'node:https'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { promisify } from 'node:util'
import { childEnvironment } from '../server/child-processes.ts'
import { freePort } from '../server/server-process.ts'

const run = promisify(execFile)

export type Certificate = { readonly path: string; readonly keyPath: string }

/** Port of a proxy, the port that it forwards to, and a folder of its own. */
type Place = {
  readonly port: number
  readonly serverPort: number
  readonly folder: string
  readonly certificate: Certificate
}

/** Makes a certificate for 127.0.0.1, which this process believes from now on. */
export async function makeCertificate(folder: string): Promise<Certificate> {
  const [path, keyPath] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')]
  await run('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'],
    ...['-days', '2', '-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'],
    ...['-out', path, '-keyout', keyPath],
  ])
  setDefaultCACertificates([...getCACertificates('default'), await readFile(path, 'utf8')])
  return { path, keyPath }
}

/**
 * Starts nginx with deploy/nginx.conf; only names, ports and paths are put in. Its configuration was accepted by `nginx -t`.
 * @param further ports of other instances. Answers then name the one that gave them in `x-upstream`
 */
export async function startNginx(
  { port, serverPort, folder, certificate }: Place,
  further: readonly number[] = [],
) {
  const servers = [serverPort, ...further].map((to) => `server 127.0.0.1:${to} fail_timeout=2s;`)
  const several = further.length > 0
  const site = put(await readFile('deploy/nginx.conf', 'utf8'), {
    'server 127.0.0.1:3000 fail_timeout=2s;': `${several ? 'least_conn;' : ''} ${servers.join(' ')}`,
    'listen 80;': `listen 127.0.0.1:${await freePort()};`,
    'listen [::]:80;': '',
    'listen 443 ssl http2;': `listen 127.0.0.1:${port} ssl http2;`,
    'listen [::]:443 ssl http2;': '',
    '/etc/letsencrypt/live/files.example.eu/fullchain.pem': certificate.path,
    '/etc/letsencrypt/live/files.example.eu/privkey.pem': certificate.keyPath,
  })
  const path = join(folder, 'nginx.conf')
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  )
  await writeFile(join(folder, 'site.conf'), site)
  await writeFile(
    path,
    `${userInfo().uid === 0 ? 'user root;' : ''} daemon off; pid ${folder}/nginx.pid; error_log stderr warn;
    events {} http { ${several ? 'add_header x-upstream $upstream_addr always;' : ''} ${temporary.join(' ')} include ${folder}/site.conf; }`,
  )
  await run('nginx', ['-t', '-c', path, '-e', 'stderr'])
  return startProxy('nginx', ['-c', path, '-e', 'stderr'], { port, environment: {} })
}

/** Starts Caddy with deploy/Caddyfile; only names, ports and paths are put in. */
export async function startCaddy({ port, serverPort, folder, certificate }: Place) {
  const site = put(await readFile('deploy/Caddyfile', 'utf8'), {
    'files.example.eu {': `https://127.0.0.1:${port} {
      bind 127.0.0.1
      tls ${certificate.path} ${certificate.keyPath}`,
    'reverse_proxy 127.0.0.1:3000': `reverse_proxy 127.0.0.1:${serverPort}`,
  })
  const path = join(folder, 'Caddyfile')
  await writeFile(path, `{\n  admin off\n  auto_https disable_redirects\n}\n${site}`)
  const environment = { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
  return startProxy('caddy', ['run', '--adapter', 'caddyfile', '--config', path], { port, environment })
}

/** Puts something else in where the example has its own. @throws when the example no longer says so */
function put(example: string, replacements: Readonly<Record<string, string>>): string {
  let text = example
  for (const [from, to] of Object.entries(replacements)) {
    if (!text.includes(from)) throw new Error(`the example does not say: ${from}`)
    text = text.replace(from, to)
  }
  return text
}

async function startProxy(
  command: string,
  args: readonly string[],
  { port, environment }: { port: number; environment: Record<string, string> },
) {
  const child = spawn(command, args, {
    env: { ...childEnvironment(), ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let complaints = ''
  child.stderr.on('data', (data) => (complaints += data))
  const exited = once(child, 'exit')
  const origin = `https://127.0.0.1:${port}`
  while (!(await answers(origin))) {
    if (child.exitCode !== null) throw new Error(`${command} did not start: ${complaints}`)
  }
  return {
    origin,
    async stop() {
      child.kill('SIGTERM')
      await exited
    },
  }
}

async function answers(origin: string): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  request(`${origin}/api/health`, (response) => resolve(response.resume().statusCode === 200))
    .on('error', () => setImmediate(() => resolve(false)))
    .end()
  return promise
}
