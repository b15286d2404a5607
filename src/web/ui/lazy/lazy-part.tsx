import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react'
import { t } from '../../i18n/t.ts'
import type { TextPart } from '../../i18n/text-parts.ts'
import { Button } from '../controls/button.tsx'
import { withTexts } from './lazy-page.ts'

/** Milliseconds after which a part that does not come is said to be missing; should it come after all, it takes its place. */
const maxWait = 15_000
/** Milliseconds after which a part that is missing is asked for again, each time twice as long; a line that is back ends the wait. */
const firstPause = 5_000

/**
 * A part of a page that is fetched when it is first rendered, with its part of the texts; `meanwhile` takes its place until
 * then. If the fetch fails or takes too long, it shows an error and leaves the rest of the page alone, which may hold work, or
 * a link that is shown once; it asks again as long as the error is shown. React's own `lazy` would need a Suspense boundary
 * here, which delays content by 300 ms after it has shown a fallback.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  meanwhile: ReactNode = null,
  texts: TextPart = 'base',
) {
  let fetched: ComponentType<Props> | undefined
  let fetching: Promise<ComponentType<Props>> | undefined
  async function fetchIt(): Promise<ComponentType<Props>> {
    try {
      fetched = (await withTexts(texts, load)).default
      return fetched
    } catch {
      // Anyone who asks for it later has another try.
      fetching = undefined
      return PartMissing
    }
  }
  function LazyPart(props: Props): ReactNode {
    const [Part, setPart] = useState<ComponentType<Props> | undefined>(() => fetched)
    // Already while drawing: as long as the page around it is waited for, it is drawn and not shown, and has no effects.
    if (!Part) fetching ??= fetchIt()
    useEffect(() => {
      const left = new AbortController()
      const late = setTimeout(() => setPart((shown: typeof Part) => shown ?? PartMissing), maxWait)
      let again: ReturnType<typeof setTimeout>
      let pause = firstPause
      async function ask() {
        clearTimeout(again)
        fetching ??= fetchIt()
        const part = await fetching
        setPart(() => part)
        if (part !== PartMissing || left.signal.aborted) return
        again = setTimeout(ask, pause)
        pause *= 2
      }
      addEventListener('online', ask, left)
      void ask()
      return () => {
        left.abort()
        clearTimeout(late)
        clearTimeout(again)
      }
    }, [])
    return Part ? <Part {...props} /> : meanwhile
  }
  /** Fetches it before it is rendered; never rejects. */
  LazyPart.fetch = async () => {
    fetching ??= fetchIt()
    await fetching
  }
  return LazyPart
}

/** An optional part of a page: renders nothing if it cannot be fetched. */
export function lazyExtra<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  meanwhile?: ReactNode,
  texts: TextPart = 'base',
) {
  return lazyPart<Props>(() => withTexts(texts, load).catch(() => ({ default: Nothing })), meanwhile)
}

function Nothing() {
  return null
}

/**
 * Stands in for a part of a page that could not be fetched. It has the focus: that is where the part was expected. The
 * page around it stays as it is until it is reloaded, which brings the parts of the release that the server has by now.
 */
function PartMissing() {
  const text = useRef<HTMLParagraphElement>(null)
  useEffect(() => text.current?.focus(), [])
  return (
    <div className="card-pad stack-s">
      <p role="alert" ref={text} tabIndex={-1}>
        {t('shell.partNotFetched')}
      </p>
      <div>
        <Button onClick={() => location.reload()}>{t('shell.reload')}</Button>
      </div>
    </div>
  )
}
