import './sent-list.css'
import { useEffect, useRef, useState } from 'react'
import { formatSize } from '#web/i18n/format/format.ts'
import { t } from '#web/i18n/t.ts'
import { pathWith } from '#web/router/match-path.ts'
import { paths } from '#web/router/paths.ts'
import { useShownLinks } from '#web/service/service-config.ts'
import { sentHereKey } from '#web/transfers/store/active.ts'
import {
  forgetSentHere,
  hasEnded,
  isListKept,
  keepList,
  putBack,
  readSentHere,
  type SentHere,
} from '#web/transfers/store/sent-here.ts'
import { Button, IconButton } from '#web/ui/controls/button.tsx'
import { WrappedName } from '#web/ui/facts/wrapped-name.tsx'
import { Icon } from '#web/ui/icons/icon.tsx'
import { TimeLeft } from '#web/ui/lists/bars.tsx'
import { announce } from '#web/ui/messages/announce.tsx'
import { Link } from '#web/ui/page/link.tsx'
import { CopyButton } from '#web/ui/sharing/copy-field.tsx'
import { useNow } from '#web/ui/time/clock.ts'

/** Transfers that are shown; the list may hold more. */
const maxRows = 5

/** Transfers sent from this browser without an account; the list exists only here, not on the server. */
export default function SentList() {
  const now = useNow({ every: 60_000 })
  const [, reread] = useState({})
  const [cleared, setCleared] = useState<readonly SentHere[]>([])
  const undo = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLElement>(null)
  const sent = readSentHere(now)
  const kept = isListKept()
  const mayUndo = cleared.length > 0 && kept
  useEffect(() => {
    // Another tab of this browser has sent something, or cleared the list.
    const changed = ({ key }: StorageEvent) => key === sentHereKey && reread({})
    addEventListener('storage', changed)
    return () => removeEventListener('storage', changed)
  }, [])
  useEffect(() => {
    if (mayUndo) undo.current?.focus()
  }, [mayUndo])

  function clear() {
    setCleared(sent)
    forgetSentHere(() => true)
    announce(t('sentHere.cleared'))
  }
  function restore() {
    putBack(cleared, Date.now())
    setCleared([])
    list.current?.focus()
  }
  function forget(one: SentHere) {
    forgetSentHere(({ ref }) => ref === one.ref)
    reread({})
    list.current?.focus()
    announce(t('sentHere.forgotten', { name: one.name }))
  }
  function choose(keep: boolean) {
    if (!keep) setCleared([])
    keepList(keep)
    reread({})
    announce(t(keep ? 'sentHere.keptAgain' : 'sentHere.isOff'))
  }
  const empty = mayUndo ? 'sentHere.cleared' : 'sentHere.empty'
  const hint = !kept ? 'sentHere.isOff' : sent.length > 0 ? 'sentHere.onlyHere' : empty
  return (
    <section ref={list} tabIndex={-1} className="card clip sent-list" aria-labelledby="sent-here">
      <div className="head-row">
        <h2 className="section-title" id="sent-here">
          {t('sentHere.title')}
        </h2>
        {sent.length > 0 && (
          <Button variant="quiet" onClick={clear}>
            {t('sentHere.clear')}
          </Button>
        )}
        {sent.length === 0 && mayUndo && (
          <Button variant="quiet" ref={undo} onClick={restore}>
            {t('sentHere.undo')}
          </Button>
        )}
      </div>
      <ul className="sent-rows">
        {sent.slice(0, maxRows).map((one) => (
          <SentRow key={one.ref} sent={one} now={now} onForget={() => forget(one)} />
        ))}
      </ul>
      <div className="sent-foot">
        <p className="hint">{t(hint)}</p>
        <label className="row-check">
          <input type="checkbox" checked={kept} onChange={({ target }) => choose(target.checked)} />
          <span>{t('sentHere.keep')}</span>
        </label>
      </div>
    </section>
  )
}

type Props = { sent: SentHere; now: number; onForget: () => void }

/** One transfer of the list: its link is copied, its name leads to where it is managed. */
function SentRow({ sent, now, onForget }: Props) {
  const { id, token, name, files, size } = sent
  const links = useShownLinks()
  const ended = hasEnded(sent, now)
  const manage = `${pathWith(paths.manage, { fileId: id })}#${token}`
  return (
    <li>
      <span>
        {ended ? (
          <span className="strong break">
            <WrappedName name={name} />
          </span>
        ) : (
          <Link className="strong break" to={manage}>
            <WrappedName name={name} />
          </Link>
        )}
        <span className="sub">{t('sentHere.facts', { count: files, size: formatSize(size) })}</span>
      </span>
      <TimeLeft alone from={sent.sentAt} until={sent.expiresAt} />
      <span className="acts">
        {!ended && (
          <>
            <CopyButton
              value={links.to(pathWith(paths.download, { fileId: id }))}
              word={t('sentHere.copyLink')}
              label={t('sentHere.copyNamed', { name })}
            />
            <Link
              className="btn btn-quiet manage"
              to={manage}
              aria-label={t('sentHere.manageNamed', { name })}
            >
              {t('success.manage')}
            </Link>
          </>
        )}
        <IconButton label={t('sentHere.forget', { name })} onClick={onForget}>
          <Icon name="close" />
        </IconButton>
      </span>
    </li>
  )
}
