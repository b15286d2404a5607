import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'

/** One INSTREAM as it arrives. */
export type ClamdStream = {
  readonly socket: Socket
  /** Its first bytes. */
  readonly head: Buffer
  /** Bytes of the file so far. */
  readonly size: number
}

export type ClamdBehaviour = {
  /** Answer to VERSION. */
  readonly version?: string
  /** After each chunk of a file. */
  chunk?(stream: ClamdStream): void
  /** The whole file has arrived. */
  end?(stream: ClamdStream): void
}

const command = 'zINSTREAM\0'
const headLength = 100

/**
 * Stands in for clamd: it answers pings, reads the chunks of INSTREAM, and answers as the test says. It reads no archives, and
 * says so of what begins as gzip does, as a clamd with AlertExceedsMax would.
 */
export async function startFakeClamd(behaviour: ClamdBehaviour) {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
    readStream(socket, {
      ...(behaviour.version === undefined ? {} : { version: behaviour.version }),
      chunk: (stream) => {
        if (!isGzip(stream)) behaviour.chunk?.(stream)
      },
      end: (stream) => {
        if (isGzip(stream)) socket.end('stream: Heuristics.Limits.Exceeded.MaxRecursion FOUND\0')
        else behaviour.end?.(stream)
      },
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('the scanner has no port')
  return {
    url: `tcp://127.0.0.1:${address.port}`,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await once(server.close(), 'close')
    },
  }
}

function isGzip({ head }: ClamdStream): boolean {
  return head.subarray(0, 2).equals(Buffer.of(0x1f, 0x8b))
}

function readStream(
  socket: Socket,
  behaviour: Required<Omit<ClamdBehaviour, 'version'>> & Pick<ClamdBehaviour, 'version'>,
): void {
  let unread = Buffer.alloc(0)
  let begun = false
  let head = Buffer.alloc(0)
  let size = 0
  socket.on('data', (data: Buffer) => {
    unread = Buffer.concat([unread, data])
    if (!begun) {
      if (unread.toString('latin1') === 'zPING\0') socket.end('PONG\0')
      if (unread.toString('latin1') === 'zVERSION\0') socket.end(`${behaviour.version ?? 'ClamAV 1.4.3'}\0`)
      if (unread.length < command.length) return
      unread = unread.subarray(command.length)
      begun = true
    }
    while (unread.length >= 4) {
      const length = unread.readUInt32BE()
      if (length === 0) {
        behaviour.end({ socket, head, size })
        return
      }
      if (unread.length < 4 + length) return
      const chunk = unread.subarray(4, 4 + length)
      unread = unread.subarray(4 + length)
      if (head.length < headLength) head = Buffer.concat([head, chunk]).subarray(0, headLength)
      size += length
      behaviour.chunk({ socket, head, size })
    }
  })
}
