import { useEffect, useRef, useState } from 'react'
import { topModal } from '../browser/open-modals.ts'

type Region = { readonly element: HTMLElement; readonly say: (text: string) => void }

/** Milliseconds in which a message may be lost with the dialog that it was announced in. */
const minMs = 1000
const regions = new Set<Region>()
let message = ''
let latest: { readonly region: Region | undefined; readonly at: number } | undefined

/**
 * Announces to screen readers; politely, after what is being read. An open dialog makes everything outside it inert: what
 * happens meanwhile is announced inside it.
 */
export function announce(text: string): void {
  // The same words twice would be no change, and no change is not spoken.
  message = text === message ? `${text}\u00a0` : text
  const host = topModal() ?? null
  const all = [...regions]
  const region = all.find(({ element }) => element.closest('dialog') === host) ?? all[0]
  latest = { region, at: performance.now() }
  region?.say(message)
}

/** Live region for announcements: one in the shell, for every page, and one in every dialog. */
export function LiveRegion() {
  const ref = useRef<HTMLDivElement>(null)
  const [text, say] = useState('')
  useEffect(() => {
    const element = ref.current
    if (!element) return undefined
    const region = { element, say }
    regions.add(region)
    return () => {
      regions.delete(region)
      // Repeats outside an announcement made just before its dialog closed.
      if (latest?.region === region && performance.now() - latest.at < minMs) announce(message)
    }
  }, [])
  return (
    <div ref={ref} className="vh" role="status" aria-live="polite">
      {text}
    </div>
  )
}
