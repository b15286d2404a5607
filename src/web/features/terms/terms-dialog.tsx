import '../../ui/page/text-page.css'
import '../../ui/dialogs/dialog-frame.css'
import './terms.css'
import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { termsVersion } from '#contract/accounts/terms.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { formatDay } from '../../i18n/format/format.ts'
import { type TextKey, t } from '../../i18n/t.ts'
import { paths } from '../../router/paths.ts'
import { useModal } from '../../ui/dialogs/use-modal.ts'
import { LiveRegion } from '../../ui/messages/announce.tsx'
import { Link } from '../../ui/page/link.tsx'
import { changesSince } from './changes-since.ts'
import { TermChange, TermSections } from './term-sections.tsx'
import { type Version, versionNamed, versions } from './versions.ts'

/** Changes up to which they are readable at a glance. */
const fewChanges = 2

/** Summary above the complete terms, for people who will not read them; it limits none of them. */
const summary = ['terms.inShort1', 'terms.inShort2', 'terms.inShort3'] as const satisfies TextKey[]

/** Own terms as the dialog shows them. */
export type OwnTerms = {
  readonly version: string
  readonly date: string
  readonly complete: ReactNode
  /** The changes since a version, and how many sections they are; undefined for a version that is not known. */
  changesSince(
    accepted: string | undefined,
  ): { readonly count: number; readonly shown: ReactNode } | undefined
}

type Props = {
  /** The version that was accepted before. */
  accepted: string | undefined
  /** The operator's own terms; undefined where the built-in ones hold. */
  own: OwnTerms | undefined
  onAccept: () => void
}

/**
 * Asks people to accept the terms: all of them at first, only the changes if an earlier version was accepted. Neither Escape
 * nor a click beside it closes it.
 */
export default function TermsDialog({ accepted, own, onAccept }: Props) {
  const modal = useModal()
  const id = useId()
  const body = useRef<HTMLDivElement>(null)
  const [complete, setComplete] = useState(false)
  /** Whether a person may come back to the text by keyboard; a script brings them there at first, and needs no frame. */
  const [wasLeft, setWasLeft] = useState(false)
  const current = own ?? versionNamed(termsVersion)
  const known = versions.find(({ version }) => version === accepted)
  const changes = own ? own.changesSince(accepted) : known && builtInChanges(known)
  const showsChanges = changes !== undefined && !complete
  const read = useRead(body, showsChanges && changes.count <= fewChanges)
  const button = useRef<HTMLButtonElement>(null)
  const skipped = useRef(false)
  // The button that went to the end is gone there, and had the focus.
  useEffect(() => {
    if (read && skipped.current) button.current?.focus()
  }, [read])
  function goToEnd() {
    skipped.current = true
    body.current?.scrollTo(0, body.current.scrollHeight)
  }
  function toggle() {
    setComplete(!complete)
    body.current?.scrollTo(0, 0)
    setWasLeft(false)
    body.current?.focus()
  }
  const dated = { version: current.version, date: formatDay(current.date) }
  return (
    <dialog
      {...modal}
      className="dialog terms-dialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-version`}
    >
      <div className="dh">
        <h2 id={`${id}-title`}>{t(changes ? 'terms.changed' : 'terms.title')}</h2>
        <p id={`${id}-version`} className="muted small">
          {changes && accepted
            ? t('terms.changedFrom', { ...dated, accepted })
            : t('terms.lastUpdated', dated)}
        </p>
      </div>
      <section
        ref={body}
        className={`body ${wasLeft ? '' : 'unframed'}`}
        onBlur={() => setWasLeft(true)}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls what has the focus
        tabIndex={0}
        aria-label={t(showsChanges ? 'terms.changes' : 'terms.full')}
      >
        {showsChanges ? (
          changes.shown
        ) : own ? (
          <div className="prose">{own.complete}</div>
        ) : (
          <div className="prose">
            <div className="terms-summary">
              <p className="strong">{t('terms.inShort')}</p>
              <ul className="bullets">
                {summary.map((line) => (
                  <li key={line}>{t(line)}</li>
                ))}
              </ul>
            </div>
            <p className="muted small">{t('terms.governing')}</p>
            <TermSections version={versionNamed(termsVersion)} heading="h3" />
          </div>
        )}
      </section>
      <div className="df">
        {changes && (
          <Button variant="quiet" onClick={toggle}>
            {t(complete ? 'terms.showChanges' : 'terms.showFull')}
          </Button>
        )}
        <div className="accept">
          <Button
            variant="primary"
            ref={button}
            disabled={!read}
            aria-describedby={read ? undefined : `${id}-hint`}
            onClick={onAccept}
          >
            {t(changes ? 'terms.acceptUpdates' : 'terms.accept')}
          </Button>
          {!read && (
            <div className="scroll-hint">
              <p id={`${id}-hint`} className="hint">
                {t('terms.scrollHint')}
              </p>
              <Button variant="quiet" onClick={goToEnd}>
                {t('terms.goToEnd')}
              </Button>
            </div>
          )}
        </div>
        <Link className="small terms-privacy" to={paths.privacy}>
          {t('terms.readPrivacy')}
        </Link>
      </div>
      <LiveRegion />
    </dialog>
  )
}

function builtInChanges(accepted: Version) {
  const changes = changesSince(accepted)
  return {
    count: changes.length,
    shown: changes.map((change) => <TermChange key={change.section} change={change} />),
  }
}

/** How near to its end, in CSS pixels, a text counts as scrolled through. */
const threshold = 50
/** Milliseconds after which a short text counts as read. */
const shortWhile = 1000

/**
 * Whether a text in its scrolling box counts as read: its end has been within 50 px, or it is short and has been shown for a
 * second. It stays read afterwards.
 */
function useRead(box: RefObject<HTMLElement | null>, short: boolean): boolean {
  const [read, setRead] = useState(false)

  useEffect(() => {
    const element = box.current
    if (!element || read) return undefined
    function check() {
      if (!element) return
      if (element.scrollHeight - element.scrollTop - element.clientHeight <= threshold) setRead(true)
    }
    // Checks at once, too: a text that fits does not scroll.
    const observer = new ResizeObserver(check)
    observer.observe(element)
    element.addEventListener('scroll', check, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', check)
    }
  }, [box, read])

  useEffect(() => {
    if (!short || read) return undefined
    const timer = setTimeout(() => setRead(true), shortWhile)
    return () => clearTimeout(timer)
  }, [short, read])

  return read
}
