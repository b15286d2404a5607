import { connect } from 'node:net'
import { ScannerUnavailable } from '../scanner.ts'

/** Address of clamd for node:net. */
export type ClamdAddress = { readonly host: string; readonly port: number } | { readonly path: string }

/** Milliseconds for connection and answer together. clamd answers these at once, whatever it scans. */
const maxWait = 5000
const maxVersionLength = 200

/** Asks clamd for a sign of life. @throws ScannerUnavailable */
export async function pingClamd(address: ClamdAddress): Promise<void> {
  const answer = await ask(address, 'PING', (text) => text.length >= 5)
  if (answer !== 'PONG\0') throw unavailable('it is something else that listens there')
}

/**
 * Asks clamd for its version and the day of its signatures, such as `ClamAV 1.4.3/27816/Thu Nov 20 09:39:21 2026`.
 * @throws ScannerUnavailable
 */
export async function askClamdVersion(address: ClamdAddress): Promise<string> {
  const answer = await ask(
    address,
    'VERSION',
    (text) => text.endsWith('\0') || text.length > maxVersionLength,
  )
  return answer.slice(0, maxVersionLength).replace(/\0$/, '')
}

function ask(
  address: ClamdAddress,
  command: 'PING' | 'VERSION',
  isWhole: (answer: string) => boolean,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(address)
    const lose = (reason: string) => {
      clearTimeout(limit)
      socket.destroy()
      reject(unavailable(reason))
    }
    const limit = setTimeout(() => lose(`silence for ${maxWait} ms`), maxWait)
    let answer = ''
    socket.setEncoding('latin1')
    socket.on('error', (error: NodeJS.ErrnoException) => lose(error.code ?? 'unknown error'))
    socket.on('close', () => lose('it hung up'))
    socket.on('data', (part: string) => {
      answer += part
      if (!isWhole(answer)) return
      clearTimeout(limit)
      socket.destroy()
      resolve(answer)
    })
    socket.write(`z${command}\0`)
  })
}

function unavailable(reason: string): ScannerUnavailable {
  return new ScannerUnavailable(`clamd does not answer a ping: ${reason}.`, { retryAfter: 10 })
}
