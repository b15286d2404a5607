import { routes } from '#contract/routes.ts'
import { addressOf } from '../address-of.ts'
import { fetchDirectly } from './fetch-directly.ts'

/** Milliseconds after which the link of an upload is asked for: most are over before. */
const askAfter = 1000

/**
 * Listens for the link of a form under way, which can be given out before the form has arrived. Without an answer nothing is
 * told, and the upload goes on.
 * @param origin that the form goes to; empty for the page's own
 * @param token under which the form reports its steps
 * @returns ends the listening
 */
export function followLink(origin: string, token: string, onLink: (downloadUrl: string) => void): () => void {
  const over = new AbortController()
  async function listen() {
    const { signal } = over
    const answer = await fetchDirectly(addressOf(origin, routes.uploadSteps, { params: { token } }), {
      signal,
    })
    const reader = answer.ok ? answer.body?.getReader() : undefined
    const decoder = new TextDecoder()
    for (let text = ''; reader; ) {
      const { done, value } = await reader.read()
      if (done) return
      text += decoder.decode(value, { stream: true })
      const link = /event: link\ndata: \{"downloadUrl":("[^"]*")\}\n/.exec(text)?.[1]
      if (link === undefined) continue
      onLink(String(JSON.parse(link)))
      return over.abort()
    }
  }
  const timer = setTimeout(() => void listen().catch(() => {}), askAfter)
  return () => {
    clearTimeout(timer)
    over.abort()
  }
}
