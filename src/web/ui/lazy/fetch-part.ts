/**
 * Fetches a part of the app, and once more when that fails: under another address where the browser names the one that
 * failed, because some remember for as long as the page lives that a module could not be had.
 * @throws PartNotFetched when the second try fails, too
 */
export async function fetchPart<Part>(load: () => Promise<{ default: Part }>): Promise<{ default: Part }> {
  try {
    return await load()
  } catch (cause) {
    await untilSecondTry()
    const part = await loadAgain(load, cause).catch(() => undefined)
    if (part) return part
    throw new PartNotFetched(cause)
  }
}

async function loadAgain<Part>(
  load: () => Promise<{ default: Part }>,
  cause: unknown,
): Promise<{ default: Part } | undefined> {
  const message = cause instanceof Error ? cause.message : ''
  const [address] = /https?:\S+\.js\b/.exec(message) ?? []
  const [styles] = /\/assets\/\S+\.css\b/.exec(message) ?? []
  // An address that failed once may never be asked for again by this page.
  const again = `?again=${Date.now()}`
  if (styles) await addStyles(styles + again)
  if (!address?.startsWith(`${location.origin}/`)) return load()
  const part: { default?: Part } = await import(/* @vite-ignore */ address + again)
  // A part bundled with others is exported under another name.
  return part.default === undefined ? undefined : { default: part.default }
}

function addStyles(href: string): Promise<void> {
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href })
  return new Promise((resolve, reject) => {
    link.onload = () => resolve()
    link.onerror = reject
    document.head.append(link)
  })
}

/** A part of the app could not be fetched: the server is away, or has another release by now. */
export class PartNotFetched extends Error {
  override readonly name = 'PartNotFetched'

  constructor(cause: unknown) {
    super('a part could not be fetched', { cause })
  }
}

/** Milliseconds: a connection that broke, or a server that is starting, may be back by then. */
const pause = 500

/** Waits as long as makes sense between a try to fetch something and the second one: offline, until the line is back. */
export function untilSecondTry(): Promise<void> {
  return new Promise((resolve) => {
    const wait = () => setTimeout(resolve, pause)
    if (navigator.onLine) wait()
    else addEventListener('online', wait)
  })
}
