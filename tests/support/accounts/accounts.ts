import assert from 'node:assert/strict'
import { type Client, createClient } from '#client/create-client.ts'
import type { AuthReply } from '#contract/accounts/accounts.ts'
import { endpoints } from '#contract/endpoints.ts'
import type { LoginReply } from '#contract/signing-in/second-factor.ts'
import type { UploadReply } from '#contract/transfers/files.ts'
import { createUser } from '#server/identity/accounts/create-user.ts'
import type { TestServer } from '../server/server.ts'
import type { SentFile } from '../transfers/transfers.ts'

/** A password that may be set, for people who have no other. */
export const goodPassword = 'correct horse battery staple'

/** Someone with an account and a session; `client` calls as them. */
export type Person = AuthReply & { readonly password: string; readonly client: Client }

/** A caller that sends a bearer token. */
export function clientWith(server: Pick<TestServer, 'baseUrl'>, token: string): Client {
  return createClient({ baseUrl: server.baseUrl, schemas: endpoints, getToken: () => token })
}

/** Registers someone and signs them in. */
export async function signUp(
  server: Pick<TestServer, 'baseUrl' | 'client'>,
  username = 'ada',
  password: string = goodPassword,
): Promise<Person> {
  await server.client.call('register', { body: { username, email: `${username}@example.org`, password } })
  return signIn(server, username, password)
}

/** The session that a sign-in has opened, without a second step. */
export function opened(reply: LoginReply): AuthReply {
  assert.ok(!('secondFactor' in reply), 'no second step is wanted')
  return reply
}

export async function signIn(
  server: Pick<TestServer, 'baseUrl' | 'client'>,
  username: string,
  password: string = goodPassword,
  rememberMe = false,
): Promise<Person> {
  const reply = opened(await server.client.call('login', { body: { username, password, rememberMe } }))
  assert.match(reply.token, /^[\w-]{43}$/)
  return { ...reply, password, client: clientWith(server, reply.token) }
}

/** Sends a JSON body as anything may send it, past the types of the client. */
export function sendJson(
  { baseUrl }: Pick<TestServer, 'baseUrl'>,
  method: 'POST' | 'PUT' | 'DELETE',
  path: string,
  body: unknown,
  token?: string,
): Promise<Response> {
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` }
  return fetch(`${baseUrl}/api${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...authorization },
    body: JSON.stringify(body),
  })
}

/** Uploads one file as someone who is signed in and gives the raw answer. */
export function sendFileAs(
  { baseUrl }: Pick<TestServer, 'baseUrl'>,
  token: string,
  filename: string,
  { bytes = 10, fields = {} }: { bytes?: number; fields?: Record<string, string> } = {},
): Promise<Response> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('file', new Blob([new Uint8Array(bytes)]), filename)
  const headers = { authorization: `Bearer ${token}` }
  return fetch(`${baseUrl}/api/files/upload`, { method: 'POST', headers, body: form })
}

/** The same, expecting it to be taken. */
export async function uploadAs(...sent: Parameters<typeof sendFileAs>): Promise<SentFile> {
  const response = await sendFileAs(...sent)
  const text = await response.text()
  assert.equal(response.status, 201, text)
  const reply: UploadReply = JSON.parse(text)
  return reply.file
}

/** An administrator, signed in. */
export async function signUpAdmin(server: TestServer, username = 'root'): Promise<Person> {
  const email = `${username}@example.org`
  await createUser(server.services, { username, email, password: goodPassword, isAdmin: true })
  return signIn(server, username)
}

type Changes = { readonly isActive?: boolean; readonly isPro?: boolean }

/** Changes an account, as an administrator does it. */
export async function changeAccount(admin: Person, username: string, changes: Changes): Promise<void> {
  const { users } = await admin.client.call('adminUsers', { query: { search: username } })
  const user = users.find((one) => one.username === username)
  assert.ok(user)
  const { email, isPro, isActive, storageLimit } = user
  const body = { username, email, isPro, isActive, storageLimit, ...changes }
  await admin.client.call('updateUser', { params: { id: user.id }, body })
}

/** Disables or enables an account, as an administrator does it. */
export function setActive(admin: Person, username: string, isActive: boolean): Promise<void> {
  return changeAccount(admin, username, { isActive })
}
