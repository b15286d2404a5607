import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { noise } from '../services/noise.ts'
import { ticketUrl, upload } from '../transfers/transfers.ts'
import { startServer } from './server.ts'

/**
 * A process of its own with the whole server in `folder`, whose disk has no room for ten files of 5 MiB that are sent at the
 * same time without a length. Prints what became of them as JSON; an error that nothing handles ends it without.
 */
const [folder = ''] = process.argv.slice(2)
const server = await startServer({ dataDir: folder, environment: { FREE_SPACE_KEPT: '1MB' } })
const { baseUrl } = server

const files = Array.from({ length: 10 }, () => noise(5 * 1024 * 1024))
const answers = await Promise.all(files.map(sendWithoutLength))
let whole = 0
for (const [index, { status, body }] of answers.entries()) {
  if (status !== 201) continue
  const { file } = JSON.parse(body)
  const received = Buffer.from(await (await fetch(await ticketUrl(baseUrl, file.id))).arrayBuffer())
  if (files[index]?.equals(received)) whole += 1
}
const report = {
  kept: answers.filter(({ status }) => status === 201).length,
  whole,
  refusals: [...new Set(answers.filter(({ status }) => status !== 201).map(({ status }) => status))],
  staged: readdirSync(join(folder, 'blobs', 'staged')),
  blobs: (await Array.fromAsync(server.services.blobs.default.list(Date.now() + 60_000))).length,
  // There is room again at once for what fits.
  next: await upload(baseUrl, noise(1024 * 1024)).then(() => 'kept'),
}
await server[Symbol.asyncDispose]()
process.stdout.write(JSON.stringify(report))

async function sendWithoutLength(bytes: Uint8Array): Promise<{ status: number; body: string }> {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(bytes)]), 'file.dat')
  const encoded = new Response(form)
  const sending = request(`${baseUrl}/api/files/upload`, {
    method: 'POST',
    headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
  })
  // Bytes written after a refusal may meet a closed connection.
  sending.on('error', () => {})
  const answered = once(sending, 'response')
  sending.write(Buffer.from(await encoded.arrayBuffer()))
  sending.end()
  const [answer]: IncomingMessage[] = await answered
  if (!answer) throw new Error('no answer')
  return { status: answer.statusCode ?? 0, body: await text(answer) }
}
