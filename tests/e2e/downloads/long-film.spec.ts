import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import type { Page } from '@playwright/test'
import { expect, test } from '#tests/support/browser/site.ts'
import { type Film, spreadMp4 } from '#tests/support/samples/spread-mp4.ts'
import { onlyInThoroughRun } from '#tests/support/server/thoroughness.ts'

test.use({ environment: { FREE_FILE_SIZE: '4GB', FREE_TRANSFER_SIZE: '4GB' } })

const GIB = 1024 ** 3
const seconds = 40

/** A film that gets lighter from second to second. */
async function makeFilm(page: Page): Promise<Film> {
  const [width, height] = [64, 64] as const
  const frames = await page.evaluate(
    async ({ width, height, seconds }) => {
      const made: number[][] = []
      const failed = Promise.withResolvers<never>()
      const encoder = new VideoEncoder({
        output(chunk) {
          const bytes = new Uint8Array(chunk.byteLength)
          chunk.copyTo(bytes)
          made.push([...bytes])
        },
        error: failed.reject,
      })
      encoder.configure({ codec: 'vp09.00.10.08', width, height })
      const canvas = new OffscreenCanvas(width, height)
      const context = canvas.getContext('2d')
      if (!context) throw new Error('no canvas')
      for (let second = 0; second < seconds; second += 1) {
        const grey = 5 * second + 30
        context.fillStyle = `rgb(${grey} ${grey} ${grey})`
        context.fillRect(0, 0, width, height)
        const frame = new VideoFrame(canvas, { timestamp: second * 1e6 })
        encoder.encode(frame, { keyFrame: true })
        frame.close()
      }
      await Promise.race([encoder.flush(), failed.promise])
      return made
    },
    { width, height, seconds },
  )
  return { frames: frames.map((bytes) => Uint8Array.from(bytes)), width, height }
}

/** Sends the film and a note as one transfer, and gives its id. */
async function sendFilm(origin: string, film: Film): Promise<string> {
  const part = (name: string) =>
    Buffer.from(`--film\r\nContent-Disposition: form-data; name="files"; filename="${name}"\r\n\r\n`)
  function* form() {
    yield part('film.mp4')
    yield* spreadMp4(film, 2 * GIB)
    yield Buffer.from('\r\n')
    yield part('note.txt')
    yield Buffer.from('A long film.\r\n--film--\r\n')
  }
  const headers = { 'content-type': 'multipart/form-data; boundary=film' }
  const call = request(`${origin}/api/files/upload-stream`, { method: 'POST', headers })
  const answered = once(call, 'response')
  await pipeline(Readable.from(form(), { objectMode: false }), call)
  const [answer]: IncomingMessage[] = await answered
  const body = answer ? await text(answer) : ''
  expect(answer?.statusCode, body).toBe(201)
  return JSON.parse(body).file.id
}

test(
  'a film of 2 GB is shown from any place of it, without what lies between',
  onlyInThoroughRun,
  async ({ site }) => {
    test.setTimeout(300_000)
    // A film that is given up halfway is a request that failed.
    site.expected.push(/ERR_/)
    const page = await site.person()
    await page.goto('/')
    const id = await sendFilm(site.origin, await makeFilm(page))

    const network = await page.context().newCDPSession(page)
    await network.send('Network.enable')
    let received = 0
    network.on('Network.dataReceived', ({ dataLength }) => {
      received += dataLength
    })
    await page.goto(`/download/${id}`)
    await page.getByRole('button', { name: /Preview.*film\.mp4/ }).click()
    const film = page.getByRole('dialog').locator('video')
    await expect.poll(() => film.evaluate((video: HTMLVideoElement) => video.duration)).toBe(seconds)
    for (const second of [35, 3, 20]) {
      const grey = await film.evaluate(async (video: HTMLVideoElement, time) => {
        const arrived = new Promise((resolve) => video.addEventListener('seeked', resolve, { once: true }))
        video.currentTime = time
        await arrived
        const context = new OffscreenCanvas(1, 1).getContext('2d')
        context?.drawImage(video, 0, 0, 1, 1)
        return context?.getImageData(0, 0, 1, 1).data[0] ?? 0
      }, second + 0.5)
      expect(Math.abs(grey - (5 * second + 30)), `${second}: ${grey}`).toBeLessThan(4)
    }
    expect(received).toBeGreaterThan(0)
    expect(received).toBeLessThan(GIB / 2)
  },
)
