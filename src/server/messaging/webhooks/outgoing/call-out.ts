import { Resolver } from 'node:dns/promises'
import type { IncomingMessage } from 'node:http'
import { isIP, type LookupFunction } from 'node:net'
import { isAllowedAddress } from './public-address.ts'

/** Milliseconds for a call: the name, the connection and the answer. */
export const callTime = 15_000
/** Bytes of an answer that are read; then the connection is closed. */
const answerLimit = 64 * 1024

type CallFailureCode =
  | 'address-not-public'
  | 'address-unknown'
  | 'no-connection'
  | 'no-answer-in-time'
  | 'not-secure'

/** A call that got no answer. */
export class CallFailed extends Error {
  readonly code: CallFailureCode

  constructor(code: CallFailureCode, options?: ErrorOptions) {
    super(code, options)
    this.code = code
  }
}

export type CallAnswer = {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  /** Beginning of the body. */
  readonly body: Buffer
}

type Call = {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** Networks that may be called although they are not public. */
  readonly networks: readonly string[]
}

/**
 * Reads the address of a webhook.
 * @returns undefined unless it is an https address, or an http one of this machine, without credentials and fragment
 */
export function readCallAddress(text: string): URL | undefined {
  if (!URL.canParse(text)) return undefined
  const url = new URL(text)
  const isHttp = url.protocol === 'http:'
  if (url.protocol !== 'https:' && !isHttp) return undefined
  if (isHttp && !isLoopbackName(url)) return undefined
  if (url.username !== '' || url.password !== '' || url.hash !== '' || url.hostname === '') return undefined
  return url
}

/** The name or address of the host, without brackets and final dot. */
function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
}

function isLoopbackName(url: URL): boolean {
  const host = hostOf(url)
  return host === 'localhost' || host === '::1' || /^127(\.\d+){3}$/.test(host)
}

/**
 * Finds the addresses of a host, all of which may be called.
 * @throws CallFailed address-not-public, address-unknown, no-answer-in-time
 */
export async function findCallable(
  url: URL,
  networks: readonly string[],
  signal: AbortSignal = AbortSignal.timeout(callTime),
): Promise<readonly [string, ...string[]]> {
  const [first, ...others] = await findAddresses(hostOf(url), signal)
  if (first === undefined) throw new CallFailed('address-unknown')
  // guard: every answer is public -> tests/http/integrations/webhook-addresses.test.ts "one address of several"
  if (![first, ...others].every((address) => isAllowedAddress(address, networks)))
    throw new CallFailed('address-not-public')
  return [first, ...others]
}

/** Asks the name servers themselves: the system's own lookup takes a thread for each name, and has four. */
async function findAddresses(host: string, signal: AbortSignal): Promise<string[]> {
  if (isIP(host) !== 0) return [host]
  if (host === 'localhost') return ['127.0.0.1', '::1']
  const resolver = new Resolver({ timeout: 4_000, tries: 2 })
  const cancel = () => resolver.cancel()
  signal.addEventListener('abort', cancel)
  try {
    const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
    if (signal.aborted) throw new CallFailed('no-answer-in-time')
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}

/**
 * Posts to an address that a user has named, without reaching into networks that only this machine can reach: the name is looked up
 * once, every answer has to be callable, and the connection goes to the first of those, whatever the name leads to by then.
 * Redirects are answers as all others.
 * @throws CallFailed
 */
export async function callOut(url: URL, { headers, body, networks }: Call): Promise<CallAnswer> {
  const signal = AbortSignal.timeout(callTime)
  const [address] = await findCallable(url, networks, signal)
  // guard: connection to the address that was checked -> tests/http/integrations/webhook-addresses.test.ts "once and holds on to it"
  const lookup: LookupFunction = (_host, { all }, found) => {
    const family = isIP(address)
    if (all) found(null, [{ address, family }])
    else found(null, address, family)
  }
  const { request } = await (url.protocol === 'https:' ? import('node:https') : import('node:http'))
  return new Promise((resolve, reject) => {
    const call = request(url, {
      method: 'POST',
      agent: false,
      lookup,
      signal,
      headers,
      family: isIP(address),
    })
    call.on('response', (response) => {
      readAnswer(response).then(resolve, (error: unknown) => reject(failureOf(error, signal)))
    })
    call.on('error', (error) => reject(failureOf(error, signal)))
    call.end(body)
  })
}

/** Reads an answer as far as it is read at all, and leaves the connection. */
async function readAnswer(response: IncomingMessage): Promise<CallAnswer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response) {
    const bytes: Buffer = Buffer.from(chunk)
    chunks.push(bytes)
    size += bytes.length
    // guard: an endless answer -> tests/http/integrations/webhook-addresses.test.ts "endless"
    if (size >= answerLimit) break
  }
  response.destroy()
  const body = Buffer.concat(chunks).subarray(0, answerLimit)
  return { status: response.statusCode ?? 0, headers: response.headers, body }
}

function failureOf(error: unknown, signal: AbortSignal): CallFailed {
  if (signal.aborted) return new CallFailed('no-answer-in-time', { cause: error })
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const isUnsafe = /CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO|EPROTO/.test(code)
  return new CallFailed(isUnsafe ? 'not-secure' : 'no-connection', { cause: error })
}
