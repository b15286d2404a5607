import { type Client, createClient } from '#client/create-client.ts'
import { fetchDirectly } from '#client/transfers/fetch-directly.ts'
import { endpoints } from '#contract/endpoints.ts'

/** Opens a typed client of a service. @param token of a session, or an API key */
export function openClient(service: string, token?: string): Client {
  return createClient({ baseUrl: service, schemas: endpoints, fetch: fetchAndTime, getToken: () => token })
}

/** Fetches as fetchDirectly does, and learns the clock of the service. */
export async function fetchAndTime(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const response = await fetchDirectly(input, init)
  const off = Date.parse(response.headers.get('date') ?? '') - Date.now()
  if (Math.abs(off) > tolerated) lag = off
  return response
}

/** Milliseconds by which the clock of this machine may be off before the clock of the service is used instead. */
const tolerated = 5 * 60_000

let lag = 0

/** Time on the clock of the service that answered last, in ms since 1970. */
export function serviceNow(): number {
  return Date.now() + lag
}
