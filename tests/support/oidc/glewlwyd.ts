import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import * as z from 'zod/mini'
import { childEnvironment } from '../server/child-processes.ts'
import { freePort } from '../server/server-process.ts'
import { until } from '../transfers/transfers.ts'
import type { ProviderPage } from './provider-browser.ts'

/** The tables and the first administrator, as the Debian package installs them. */
const schema = '/usr/share/dbconfig-common/data/glewlwyd/install/sqlite3'
const clientId = 'restante'
const password = 'a password at the provider'

/** A person there, by the names of the claims. */
export type GlewlwydMember = {
  readonly preferred_username: string
  readonly email: string
  readonly email_verified: boolean
  readonly groups?: readonly string[]
  readonly quota?: string
}

/**
 * Starts glewlwyd of Debian on a free port of this machine, with its own database, and sets it up by its API as an operator does
 * on its pages: OpenID Connect that demands PKCE with S256, and Restante as a client. Gone when the test has ended.
 * @param publicUrl of the service that people are sent back to
 */
export async function startGlewlwyd(publicUrl: string, algorithm: 'RS256' | 'ES256' = 'RS256') {
  const folder = await mkdtemp(join(tmpdir(), 'restante-glewlwyd-'))
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const issuer = `${origin}/api/oidc`
  // With what is escaped by some and not by others, and not unescaped there.
  const clientSecret = `${randomBytes(24).toString('base64url')}-_.~`
  const database = new DatabaseSync(join(folder, 'glewlwyd.db'))
  database.exec(await readFile(schema, 'utf8'))
  database.close()
  await writeFile(join(folder, 'glewlwyd.conf'), settings(folder, port, origin))

  const run = async () => {
    const child = spawn('glewlwyd', [`--config-file=${join(folder, 'glewlwyd.conf')}`], {
      stdio: 'ignore',
      env: childEnvironment(),
    })
    const exited = once(child, 'exit')
    await until(async () => {
      assert.equal(child.exitCode, null, 'glewlwyd ended')
      return fetch(`${origin}/config`).then(
        ({ ok }) => ok,
        () => false,
      )
    })
    return { child, exited }
  }
  let running = await run()

  async function call(method: string, path: string, cookie: string, body?: unknown): Promise<Response> {
    const headers = { 'content-type': 'application/json', cookie }
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    const response = await fetch(`${origin}/api/${path}`, { method, headers, ...sent })
    assert.ok(response.ok, `${method} ${path} answers ${response.status}: ${await response.clone().text()}`)
    return response
  }
  const signedIn = await call('POST', 'auth', '', { username: 'admin', password: 'password' })
  const admin = signedIn.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')

  const users = userModule.parse(await (await call('GET', 'mod/user/database', admin)).json())
  Object.assign(users.parameters['data-format'], properties)
  await call('PUT', 'mod/user/database', admin, users)
  await call('PUT', 'mod/user/database/reset', admin)
  await call('POST', 'mod/plugin/', admin, openIdPlugin(issuer, algorithm))
  for (const name of ['profile', 'email'])
    await call('POST', 'scope/', admin, { name, password_required: true, password_max_age: 0, scheme: {} })
  await call('POST', 'client/', admin, {
    client_id: clientId,
    name: 'Restante',
    password: clientSecret,
    confidential: true,
    enabled: true,
    scope: [],
    redirect_uri: [`${publicUrl}/api/auth/oidc/callback`],
    authorization_type: ['code'],
    token_endpoint_auth_method: ['client_secret_basic'],
  })

  function recordOf({ email_verified, ...member }: GlewlwydMember) {
    const { preferred_username: username, ...rest } = member
    const scope = ['openid', 'profile', 'email', 'g_profile']
    return { username, ...rest, verified: email_verified ? 'yes' : 'no', scope, password, enabled: true }
  }
  let username = ''
  return {
    issuer,
    environment: {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: clientId,
      OIDC_CLIENT_SECRET: clientSecret,
      OIDC_NAME: 'Gemeente Rotterdam',
    },
    /** Adds a person, who signs in from now on. */
    async add(member: GlewlwydMember): Promise<void> {
      await call('POST', 'user/', admin, recordOf(member))
      username = member.preferred_username
    },
    async update(member: GlewlwydMember): Promise<void> {
      await call('PUT', `user/${member.preferred_username}`, admin, recordOf(member))
    },
    /** Acts as a person on its page: signs in, consents and goes on. */
    async answer({ address, visit }: ProviderPage): Promise<string> {
      const page = new URL(address)
      assert.equal(page.pathname, '/login.html', `glewlwyd shows ${address}`)
      const send = async (method: string, path: string, body: unknown) => {
        const headers = { 'content-type': 'application/json' }
        const response = await visit(`${origin}/api/${path}`, { method, headers, body: JSON.stringify(body) })
        assert.equal(response.status, 200, `${path}: ${await response.text()}`)
      }
      await send('POST', 'auth', { username, password })
      await send('PUT', `auth/grant/${clientId}/`, { scope: page.searchParams.get('scope') })
      return `${page.searchParams.get('callback_url')}&g_continue`
    },
    async stop(): Promise<void> {
      running.child.kill('SIGTERM')
      await running.exited
    },
    async start(): Promise<void> {
      running = await run()
    },
    async [Symbol.asyncDispose]() {
      running.child.kill('SIGKILL')
      await running.exited
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const userModule = z.looseObject({ parameters: z.looseObject({ 'data-format': z.looseObject({}) }) })

/** Attributes of people besides name and address. */
const own = { read: true, write: true, 'profile-read': true, 'profile-write': false }
const properties = {
  groups: { multiple: true, ...own },
  verified: { multiple: false, ...own },
  quota: { multiple: false, ...own },
}

function openIdPlugin(issuer: string, algorithm: 'RS256' | 'ES256') {
  const { privateKey } =
    algorithm === 'RS256'
      ? generateKeyPairSync('rsa', { modulusLength: 2048 })
      : generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const key = { ...privateKey.export({ format: 'jwk' }), kid: 'one', alg: algorithm, use: 'sig' }
  const claim = (name: string, property: string) => ({
    name,
    'user-property': property,
    type: 'string',
    mandatory: true,
  })
  const parameters = {
    iss: issuer,
    'oauth-as-iss-id': true,
    'jwks-private': JSON.stringify({ keys: [key] }),
    'jwks-show': true,
    // With pairwise subjects glewlwyd's userinfo has another one than its id tokens.
    'subject-type': 'public',
    'auth-type-code-enabled': true,
    'auth-type-code-revoke-replayed': true,
    'auth-type-token-enabled': false,
    'auth-type-refresh-enabled': false,
    'pkce-allowed': true,
    'pkce-required': true,
    'pkce-method-plain-allowed': false,
    'code-duration': 60,
    'access-token-duration': 600,
    'refresh-token-duration': 600,
    'allowed-scope': ['openid', 'profile', 'email'],
    'email-claim': 'mandatory',
    claims: [
      claim('preferred_username', 'username'),
      claim('groups', 'groups'),
      claim('quota', 'quota'),
      {
        ...claim('email_verified', 'verified'),
        type: 'boolean',
        'boolean-value-true': 'yes',
        'boolean-value-false': 'no',
      },
    ],
  }
  return { module: 'oidc', name: 'oidc', display_name: 'OpenID Connect', enabled: true, parameters }
}

/** It wants names of a certificate, though it uses none. */
function settings(folder: string, port: number, origin: string): string {
  const modules = '/usr/lib/glewlwyd'
  return `
port=${port}
bind_address="127.0.0.1"
external_url="${origin}"
login_url="login.html"
api_prefix="api"
static_files_path="/usr/share/glewlwyd/webapp/"
log_mode="console"
log_level="NONE"
cookie_domain="127.0.0.1"
cookie_secure=0
session_expiration=3600
session_key="GLEWLWYD2_SESSION_ID"
admin_scope="g_admin"
profile_scope="g_profile"
user_module_path="${modules}/user"
user_middleware_module_path="${modules}/user_middleware"
client_module_path="${modules}/client"
user_auth_scheme_module_path="${modules}/scheme"
plugin_module_path="${modules}/plugin"
use_secure_connection=false
secure_connection_key_file="${folder}/none.key"
secure_connection_pem_file="${folder}/none.pem"
hash_algorithm="SHA512"
database = { type = "sqlite3" path = "${folder}/glewlwyd.db" };
`
}
