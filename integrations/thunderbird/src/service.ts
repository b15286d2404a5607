import { type Client, createClient } from '#client/create-client.ts'
import { fetchDirectly } from '#client/transfers/fetch-directly.ts'
import './browser-api.ts'

/** A client of a service that follows no redirect: the key is for the named service only. */
export function openService(service: string, key?: string): Client {
  return createClient({ baseUrl: service, fetch: fetchDirectly, getToken: () => key })
}

/**
 * Origin of a service from an address as it was typed; https unless it names this machine.
 * @returns undefined for anything else
 */
export function readService(typed: string): string | undefined {
  const text = typed.trim()
  const whole = /^[a-z][a-z+.-]*:\/\//i.test(text) ? text : `https://${text}`
  if (!URL.canParse(whole)) return undefined
  const { protocol, hostname, origin, username, password } = new URL(whole)
  const isHere = hostname === 'localhost' || hostname === '127.0.0.1'
  const isSafe = protocol === 'https:' || (protocol === 'http:' && isHere)
  return isSafe && username === '' && password === '' && hostname !== '' ? origin : undefined
}

/** The permission for a service. A pattern has no port. */
export function originsOf(service: string): string[] {
  const { protocol, hostname } = new URL(service)
  return [`${protocol}//${hostname}/*`]
}
