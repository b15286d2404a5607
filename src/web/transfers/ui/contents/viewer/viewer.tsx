import './viewer.css'
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef } from 'react'
import { createPortal } from 'react-dom'
import { previewedText } from '#contract/transfers/limits.ts'
import type { Member } from '#contract/transfers/members.ts'
import { previewKind } from '#contract/transfers/preview-kind.ts'
import { formatSize } from '#web/i18n/format/format.ts'
import { t } from '#web/i18n/t.ts'
import { IconButton } from '#web/ui/controls/button.tsx'
import { useModal } from '#web/ui/dialogs/use-modal.ts'
import { Icon } from '#web/ui/icons/icon.tsx'
import { announce, LiveRegion } from '#web/ui/messages/announce.tsx'
import { type MemberPlace, memberAddress, splitPath } from '../member-address.ts'
import type { Members } from '../use-members.ts'
import { Preview } from './preview.tsx'

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
            {name}
          </h2>
          <p className="small muted num">
            {files > 1 && `${t('contents.place', { place: index + 1, files })} · `}
            {member && formatSize(member.size)}
          </p>
        </div>
        {member && (
          <a
            className="btn btn-primary v-get"
            href={memberAddress(place, member)}
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
        {member && (
          <Preview key={member.n} member={member} address={memberAddress(place, member, '/preview')} />
        )}
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
