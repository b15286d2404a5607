import { UsageError } from './command.ts'

/** The origin of a service from what somebody typed. @throws UsageError */
export function readServiceUrl(text: string | undefined): string {
  if (text === undefined) throw new UsageError('--url is needed: the address of the service.')
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new UsageError('--url is no address such as https://files.example.eu.')
  return new URL(text).origin
}
