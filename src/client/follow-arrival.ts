import { routes } from '#contract/routes.ts'
import { addressOf } from './address-of.ts'

/** An event of an upload under way. */
export type ArrivalNews =
  | { readonly type: 'progress'; readonly received: number; readonly total: number }
  | { readonly type: 'paused'; readonly since: number }
  | { readonly type: 'resumed' }
  | { readonly type: 'ready' }
  | { readonly type: 'heard' }
  | { readonly type: 'away' }
  | { readonly type: 'ended'; readonly reason: string }

/** Milliseconds before the server is asked again where it gave no stream. */
const again = 2000

/**
 * Follows the upload behind a link until it is ready, has ended, or the returned function is called. A lost connection is made
 * again; `away` and `heard` say when. Browsers only.
 * @param onRefused called when the server gives no stream: the link may be gone
 */
export function followArrival(
  id: string,
  onNews: (news: ArrivalNews) => void,
  onRefused: () => void,
): () => void {
  let timer: number | undefined
  let source: EventSource | undefined
  function listen() {
    const own = new EventSource(addressOf('', routes.arrival, { params: { id } }))
    source = own
    const on = (event: string, read: (data: Record<string, unknown>) => ArrivalNews) =>
      own.addEventListener(event, ({ data }: MessageEvent<string>) => {
        const news = read(membersOf(data))
        if (news.type === 'ready' || news.type === 'ended') own.close()
        onNews(news)
      })
    on('progress', ({ received, total }) => ({
      type: 'progress',
      received: Number(received),
      total: Number(total),
    }))
    on('paused', ({ since }) => ({ type: 'paused', since: Date.parse(String(since)) }))
    on('resumed', () => ({ type: 'resumed' }))
    on('ready', () => ({ type: 'ready' }))
    on('ended', ({ reason }) => ({ type: 'ended', reason: String(reason) }))
    own.onopen = () => onNews({ type: 'heard' })
    own.onerror = () => {
      onNews({ type: 'away' })
      if (own.readyState !== EventSource.CLOSED) return
      onRefused()
      timer = window.setTimeout(listen, again)
    }
  }
  listen()
  return () => {
    clearTimeout(timer)
    source?.close()
  }
}

function membersOf(data: string): Record<string, unknown> {
  const message: unknown = JSON.parse(data)
  return typeof message === 'object' && message !== null ? { ...message } : {}
}
