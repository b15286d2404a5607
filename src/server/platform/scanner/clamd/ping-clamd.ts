import { connect } from 'node:net'
import { ScannerUnavailable } from '../scanner.ts'

/** Address of clamd for node:net. */
export type ClamdAddress = { readonly host: string; readonly port: number } | { readonly path: string }

/** Milliseconds for connection and answer together. clamd answers a ping at once, whatever it scans. */
const maxWait = 5000

/** Asks clamd for a sign of life. @throws ScannerUnavailable */
export function pingClamd(address: ClamdAddress): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(address)
    const lose = (reason: string) => {
      clearTimeout(limit)
      socket.destroy()
      reject(new ScannerUnavailable(`clamd does not answer a ping: ${reason}.`, { retryAfter: 10 }))
    }
    const limit = setTimeout(() => lose(`silence for ${maxWait} ms`), maxWait)
    let answer = ''
    socket.setEncoding('latin1')
    socket.on('error', (error: NodeJS.ErrnoException) => lose(error.code ?? 'unknown error'))
    socket.on('close', () => lose('it hung up'))
    socket.on('data', (part: string) => {
      answer += part
      if (answer.length < 5) return
      if (answer !== 'PONG\0') return lose('it is something else that listens there')
      clearTimeout(limit)
      socket.destroy()
      resolve()
    })
    socket.write('zPING\0')
  })
}
