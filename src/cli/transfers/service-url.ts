import { UsageError } from '../command.ts'
import { readKeys } from '../sign-in/saved-keys.ts'

/** Parses the origin of a service. @throws UsageError */
export function readServiceUrl(text: string | undefined): string {
  if (text === undefined) throw new UsageError('--url is required: the address of the service.')
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new UsageError('--url is not a valid address. Example: https://files.example.eu')
  return new URL(text).origin
}

/** Parses the origin of a service, by default the only one with a saved key. @throws UsageError */
export async function chooseService(text: string | undefined): Promise<string> {
  const saved = text === undefined ? Object.keys(await readKeys()) : []
  return readServiceUrl(saved.length === 1 ? saved[0] : text)
}
