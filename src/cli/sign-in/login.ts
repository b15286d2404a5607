import { parseArgs } from 'node:util'
import type { Scope } from '#contract/accounts/scopes.ts'
import { deviceScopes } from '#contract/signing-in/device-codes.ts'
import { type Command, UsageError } from '../command.ts'
import { openClient } from '../transfers/open-client.ts'
import { chooseService, readServiceUrl } from '../transfers/service-url.ts'
import { connect } from './connect.ts'
import { readSecretFromInput } from './read-secret.ts'
import { keysPath, readKeys, writeKeys } from './saved-keys.ts'

/** Scopes for everything that the commands do. */
const defaultScopes: Scope[] = ['transfers:send', 'transfers:read', 'transfers:manage', 'requests']

export const login: Command = {
  help: `Usage: restante login HOST [--scope SCOPE] [--json]
       restante login --url URL < KEY-FILE [--json]

Signs you in to a service, so that restante acts as you. With HOST, it shows a code,
which you enter on a page of the service to approve this. Otherwise, an API key from
your profile is read from standard input. The key is saved in a file only you can read.
restante logout deletes it.

  --scope SCOPE                  what the key is for, with HOST; can be repeated. By default
                                 transfers:send to upload, transfers:read to list and show,
                                 transfers:manage to change, requests for file requests
  --url URL                      the service, such as https://files.example.eu

Examples:
  restante login files.example.eu
  restante login files.example.eu --scope transfers:send
  restante login --url https://files.example.eu < key.txt
  pass show restante | restante login --url https://files.example.eu`,
  async run(args, context) {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { url: { type: 'string' }, scope: { type: 'string', multiple: true } },
    })
    const [host, ...rest] = positionals
    if (rest.length > 0) throw new UsageError('Too many arguments: give one host.')
    if (host !== undefined && values.url !== undefined) throw new UsageError('Use either HOST or --url.')
    if (host === undefined && values.scope !== undefined)
      throw new UsageError('--scope works only together with HOST: a key has its scopes already.')
    const service = readServiceUrl(
      host === undefined || /^https?:/.test(host) ? (host ?? values.url) : `https://${host}`,
    )
    const key = host === undefined ? await readKey() : await connect(service, scopesOf(values.scope), context)
    // Every valid key may make this call.
    await openClient(service, key).call('config')
    await writeKeys({ ...(await readKeys()), [service]: key })
    const path = keysPath()
    return { text: `Signed in to ${service}. The key is saved in ${path}.`, data: { service, path } }
  },
}

async function readKey(): Promise<string> {
  const key = await readSecretFromInput()
  if (!/^rst_[\w-]{43}$/.test(key)) throw new UsageError('Not an API key: API keys begin with rst_.')
  return key
}

/** @throws UsageError */
function scopesOf(given: readonly string[] | undefined): Scope[] {
  if (given === undefined) return defaultScopes
  const chosen = deviceScopes.filter((scope) => given.includes(scope))
  if (chosen.length !== new Set(given).size)
    throw new UsageError(`--scope is one of ${deviceScopes.join(', ')}.`)
  return chosen
}

export const logout: Command = {
  help: `Usage: restante logout [--url URL] [--json]

Deletes the API key that restante login saved on this computer. To revoke it
everywhere, use your profile.

  --url URL                      the service, such as https://files.example.eu;
                                 by default the only one you are signed in to

Examples:
  restante logout
  restante logout --url https://files.example.eu`,
  async run(args) {
    const { values } = parseArgs({ args, options: { url: { type: 'string' } } })
    const service = await chooseService(values.url)
    const { [service]: key, ...others } = await readKeys()
    if (key === undefined) throw new UsageError(`No saved key for ${service}.`)
    await writeKeys(others)
    return { text: `Deleted the key for ${service}.`, data: { service } }
  },
}
