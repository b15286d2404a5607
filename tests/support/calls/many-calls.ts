import { Agent, type OutgoingHttpHeaders, request } from 'node:http'

const agent = new Agent({ keepAlive: true })

type Call = {
  readonly method?: 'GET' | 'POST'
  readonly headers?: OutgoingHttpHeaders
  /** Sent as JSON. */
  readonly json?: object
}

/** Makes one of thousands of calls, of which `fetch` would take most of the time. */
export async function callOnce(
  url: string,
  { method = 'GET', headers = {}, json }: Call,
): Promise<{ status: number; text: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; text: string }>()
  const type = json ? { 'content-type': 'application/json' } : {}
  const call = request(url, { agent, method, headers: { ...type, ...headers } }, (answer) => {
    let text = ''
    answer.setEncoding('utf8')
    answer.on('data', (chunk: string) => (text += chunk))
    answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }))
    answer.on('error', reject)
  })
  call.on('error', reject)
  call.end(json && JSON.stringify(json))
  return promise
}
