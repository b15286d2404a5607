import { parseArgs } from 'node:util'
import { type Command, UsageError } from '../command.ts'
import { openClient } from '../transfers/open-client.ts'
import { chooseService, readServiceUrl } from '../transfers/service-url.ts'
import { readSecretFromInput } from './read-secret.ts'
import { keysPath, readKeys, writeKeys } from './saved-keys.ts'

export const login: Command = {
  help: `Usage: restante login --url URL < KEY-FILE [--json]

Saves an API key, so that restante acts as you. Create the key in your profile with the
scopes for what you do: transfers:send to upload, transfers:read to list and show,
transfers:manage to change, requests for file requests. It's read from standard input,
checked, and saved in a file only you can read. restante logout deletes it.

  --url URL                      the service, such as https://files.example.eu

Examples:
  restante login --url https://files.example.eu < key.txt
  pass show restante | restante login --url https://files.example.eu`,
  async run(args) {
    const { values } = parseArgs({ args, options: { url: { type: 'string' } } })
    const service = readServiceUrl(values.url)
    const key = await readSecretFromInput()
    if (!/^rst_[\w-]{43}$/.test(key)) throw new UsageError('Not an API key: API keys begin with rst_.')
    // Every valid key may make this call.
    await openClient(service, key).call('config')
    await writeKeys({ ...(await readKeys()), [service]: key })
    const path = keysPath()
    return { text: `Signed in to ${service}. The key is saved in ${path}.`, data: { service, path } }
  },
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
