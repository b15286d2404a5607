/** Files that may be renamed: those of compose windows that are open. Only a reference to each is held. */
const kept = new Map<string, { readonly file: File; readonly tab: number | undefined }>()
let timer: ReturnType<typeof setInterval> | undefined

/**
 * Milliseconds between two looks at the windows. Thunderbird unloads a background page that has called nothing of its API for
 * 30 s, even in the middle of an upload; many looks fit into that, since a busy machine delays them.
 */
const lookEvery = 2_000

/** Holds a file until its compose window is closed. */
export function keepFile(at: string, file: File, tab: number | undefined): void {
  kept.set(at, { file, tab })
  timer ??= setInterval(() => void look(), lookEvery)
}

/** The file behind a number; undefined once it is no longer held. */
export function keptFile(at: string): File | undefined {
  return kept.get(at)?.file
}

async function look(): Promise<void> {
  for (const [at, { tab }] of kept) {
    const isOpen = tab !== undefined && (await browser.tabs.get(tab).catch(() => undefined)) !== undefined
    if (!isOpen) kept.delete(at)
  }
  if (kept.size > 0) return
  clearInterval(timer)
  timer = undefined
}
