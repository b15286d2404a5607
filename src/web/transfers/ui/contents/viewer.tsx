import './viewer.css'
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { previewedText } from '#contract/transfers/limits.ts'
import type { Member } from '#contract/transfers/members.ts'
import { previewKind } from '#contract/transfers/preview-kind.ts'
import { formatSize } from '#web/i18n/format/format.ts'
import { t } from '#web/i18n/t.ts'
import { Button, IconButton } from '#web/ui/controls/button.tsx'
import { useModal } from '#web/ui/dialogs/use-modal.ts'
import { WrappedName } from '#web/ui/facts/wrapped-name.tsx'
import { FileSheet } from '#web/ui/icons/file-sheet.tsx'
import { Icon } from '#web/ui/icons/icon.tsx'
import { announce, LiveRegion } from '#web/ui/messages/announce.tsx'
import { type MemberPlace, type Shown, splitPath } from './member-address.ts'
import type { Members } from './use-members.ts'

type Props = {
  /** Index of the current row of the list, and the number of rows. */
  index: number
  files: number
  members: Members
  place: MemberPlace
  onIndex: (index: number) => void
  onClose: () => void
}

/** Previews one file after the other, in a dialog as large as the window. */
export default function Viewer({ index, files, members, place, onIndex, onClose }: Props) {
  const modal = useModal(onClose)
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const member = members.at(index)
  const name = member ? splitPath(member.path).name : ''
  const need = useEffectEvent(() => members.need(index, index + 1))
  useEffect(() => heading.current?.focus(), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever another file is looked at
  useEffect(() => need(), [index])
  const sayName = useEffectEvent((said: string) => {
    // The first one is read as the dialog's title.
    if (said !== '' && document.activeElement !== heading.current) announce(said)
  })
  useEffect(() => sayName(name), [name])

  function go(to: number) {
    if (to >= 0 && to < files && to !== index) onIndex(to)
  }
  function press(event: KeyboardEvent) {
    // In sound and video these keys mean something else, and two of them scroll a text.
    const { target, key } = event
    if (target instanceof HTMLMediaElement || event.altKey || event.ctrlKey || event.metaKey) return
    if (target instanceof HTMLPreElement && (key === 'Home' || key === 'End')) return
    const to = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: files - 1 }[key]
    if (to === undefined) return
    event.preventDefault()
    go(to)
  }
  return createPortal(
    <dialog
      {...modal}
      className="viewer"
      aria-labelledby={id}
      onKeyDown={(event) => {
        modal.onKeyDown?.(event)
        press(event)
      }}
    >
      <header className="v-head">
        <div>
          <h2 id={id} ref={heading} tabIndex={-1}>
            <WrappedName name={name} />
          </h2>
          <p className="small muted num">
            {files > 1 && `${t('contents.place', { place: index + 1, files })} · `}
            {member && formatSize(member.size)}
          </p>
        </div>
        {member && !place.address && (
          <Button
            variant="primary"
            className="v-get"
            aria-label={t('contents.download', { name })}
            onClick={() => place.download([member.n])}
          >
            <Icon name="download" />
            <span>{t('contents.get')}</span>
          </Button>
        )}
        {member && place.address && (
          <a
            className="btn btn-primary v-get"
            href={place.address(member)}
            download={name}
            aria-label={t('contents.download', { name })}
          >
            <Icon name="download" />
            <span>{t('contents.get')}</span>
          </a>
        )}
        <IconButton label={t('contents.close')} onClick={onClose}>
          <Icon name="close" />
        </IconButton>
      </header>
      <div className="v-stage">
        {member && <Preview key={member.n} member={member} place={place} />}
        {files > 1 && (
          <>
            <IconButton
              className="v-turn v-back"
              label={t('contents.previous')}
              aria-disabled={index === 0 || undefined}
              onClick={() => go(index - 1)}
            >
              <Icon name="chevron" />
            </IconButton>
            <IconButton
              className="v-turn v-on"
              label={t('contents.next')}
              aria-disabled={index === files - 1 || undefined}
              onClick={() => go(index + 1)}
            >
              <Icon name="chevron" />
            </IconButton>
          </>
        )}
      </div>
      <p className="v-foot small muted">
        {member && isCut(member) && `${cutText(member)} `}
        {t('contents.sandbox')}
      </p>
      <LiveRegion />
    </dialog>,
    document.body,
  )
}

/** Whether only the beginning of a file is shown. */
function isCut({ type, size }: Member): boolean {
  return previewKind(type) === 'text' && size > previewedText
}

function cutText({ size }: Member): string {
  return t('contents.textCut', { shown: formatSize(previewedText), size: formatSize(size) })
}

/** Preview of a file. Nothing in it can run: it is rendered by elements for images, audio, video and text only. */
function Preview({ member, place }: { member: Member; place: MemberPlace }) {
  const [failed, setFailed] = useState(false)
  const shown = useShown(member, place, fail)
  const { path } = member
  if (!failed && !shown)
    return (
      <div className="v-none">
        <p role="status">{t('contents.loading')}</p>
      </div>
    )
  const kind = failed ? undefined : previewKind(shown?.type ?? '')
  if (shown && 'text' in shown && kind) return <TextView text={shown.text} path={path} />
  const address = shown && 'address' in shown ? shown.address : ''
  function fail() {
    setFailed(true)
  }
  switch (kind) {
    case 'image':
      return <img src={address} alt={path} onError={fail} />
    case 'video':
      // biome-ignore lint/a11y/useMediaCaption: there are no captions for an uploaded video
      return <video src={address} controls preload="metadata" aria-label={path} onError={fail} />
    case 'audio':
      // biome-ignore lint/a11y/useMediaCaption: there are no captions for an uploaded recording
      return <audio src={address} controls preload="metadata" aria-label={path} onError={fail} />
    case 'text':
      return <TextPreview address={address} path={path} onFail={fail} />
    default:
      return (
        <div className="v-none">
          <FileSheet name={path} />
          <p>{t('contents.noPreview')}</p>
        </div>
      )
  }
}

/** Address of a preview, once it is there. */
function useShown(member: Member, place: MemberPlace, onFail: () => void): Shown | undefined {
  const [shown, setShown] = useState<Shown>()
  const load = useEffectEvent((signal: AbortSignal) => place.preview(member, signal))
  const fail = useEffectEvent(onFail)
  useEffect(() => {
    const ended = new AbortController()
    let release: (() => void) | undefined
    async function show() {
      try {
        const next = await load(ended.signal)
        if ('release' in next) release = next.release
        if (ended.signal.aborted) release?.()
        else setShown(next)
      } catch {
        if (!ended.signal.aborted) fail()
      }
    }
    void show()
    return () => {
      ended.abort()
      release?.()
    }
  }, [])
  return shown
}

type PreviewProps = { address: string; path: string; onFail: () => void }

/** The beginning of a text, as text. */
function TextPreview({ address, path, onFail }: PreviewProps) {
  const [text, setText] = useState<string>()
  const fail = useEffectEvent(onFail)
  useEffect(() => {
    const ended = new AbortController()
    async function read() {
      try {
        const answer = await fetch(address, { signal: ended.signal })
        if (!answer.ok) throw new Error(`the preview answers ${answer.status}`)
        setText(await answer.text())
      } catch {
        if (!ended.signal.aborted) fail()
      }
    }
    void read()
    return () => ended.abort()
  }, [address])
  return <TextView text={text} path={path} />
}

function TextView({ text, path }: { text: string | undefined; path: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: so that the keyboard can scroll it
    <pre className="v-text" tabIndex={0} role="document" aria-label={path}>
      {text}
    </pre>
  )
}
