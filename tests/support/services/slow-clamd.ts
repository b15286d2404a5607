import type { Socket } from 'node:net'
import { startFakeClamd } from './fake-clamd.ts'

/** Stands in for a clamd that takes its time: it calls the files that have begun clean when the test says so. */
export async function startSlowClamd() {
  const scans = new Map<Socket, 'arriving' | 'arrived' | 'released'>()
  const asked = Promise.withResolvers<void>()
  function answer(socket: Socket) {
    scans.delete(socket)
    socket.end('stream: OK\0')
  }
  const clamd = await startFakeClamd({
    chunk({ socket }) {
      asked.resolve()
      if (!scans.has(socket)) scans.set(socket, 'arriving')
    },
    end({ socket }) {
      if (scans.get(socket) === 'released') answer(socket)
      else scans.set(socket, 'arrived')
    },
  })
  return {
    url: clamd.url,
    /** Resolves when there is something to scan. */
    busy: asked.promise,
    /** Gives how many scans there were to finish. */
    finish(): number {
      const { size } = scans
      for (const [socket, state] of scans) {
        if (state === 'arrived') answer(socket)
        else scans.set(socket, 'released')
      }
      return size
    },
    stop: () => clamd[Symbol.asyncDispose](),
  }
}

export type SlowScanner = Awaited<ReturnType<typeof startSlowClamd>>
