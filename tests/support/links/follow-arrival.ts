/** An event of an upload under way, as its receiver gets it. */
type ArrivalEvent = { readonly event: string; readonly data: unknown }

/** Follows the upload behind a link. `all` fills while events come; `ended` resolves with it at the end of the answer. */
export async function followArrival({ baseUrl }: { readonly baseUrl: string }, id: string) {
  const over = new AbortController()
  const signal = AbortSignal.any([over.signal, AbortSignal.timeout(60_000)])
  const response = await fetch(`${baseUrl}/api/files/arrivals/${id}`, { signal })
  const all: ArrivalEvent[] = []
  async function read() {
    let text = ''
    const decoder = new TextDecoder()
    for await (const chunk of response.body ?? []) {
      text += decoder.decode(chunk, { stream: true })
      const events = text.split('\n\n')
      text = events.pop() ?? ''
      for (const one of events) {
        const [, event, data] = /^event: (\w+)\ndata: (.*)$/.exec(one) ?? []
        if (event !== undefined && data !== undefined) all.push({ event, data: JSON.parse(data) })
      }
    }
    return all
  }
  const ended = response.ok ? read().catch(() => all) : Promise.resolve(all)
  return {
    response,
    all,
    ended,
    close: () => over.abort(),
    has: (name: string) => all.some(({ event }) => event === name),
  }
}
