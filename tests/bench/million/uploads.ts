import { request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'

/**
 * A process of its own that keeps so many uploads running until it is ended, each as fast as a line of so many bytes a
 * second lets it: `node uploads.ts URL COUNT RATE`.
 */
const { positionals } = parseArgs({ allowPositionals: true })
const [url = '', count = '64', rate = '1000000'] = positionals
const size = 8 * 1024 * 1024
const chunks = 16
const chunk = new Uint8Array(size / chunks)
const pauseMs = (chunk.length / Number(rate)) * 1000

/** By the plain way, one file as the whole body: this process is to cost little. */
async function upload(): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>()
  const sent = request(url, { method: 'PUT', headers: { 'content-length': size } })
  sent.on('error', reject)
  sent.on('response', (answer) => answer.resume().on('end', () => resolve(answer.statusCode)))
  for (let number = 0; number < chunks; number += 1) {
    sent.write(chunk)
    await pause(pauseMs)
  }
  sent.end()
  const status = await promise
  if (status !== 201) throw new Error(`an upload was answered with ${status}`)
}

async function uploadAgainAndAgain(): Promise<never> {
  // Not all at the same moment.
  await pause(Math.random() * pauseMs)
  for (;;) await upload()
}

await Promise.all(Array.from({ length: Number(count) }, uploadAgainAndAgain))
