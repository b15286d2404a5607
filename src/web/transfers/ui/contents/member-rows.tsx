import { useEffect, useEffectEvent, useState } from 'react'
import type { Member } from '#contract/transfers/members.ts'
import { previewKind } from '#contract/transfers/preview-kind.ts'
import { formatSize } from '#web/i18n/format/format.ts'
import { t } from '#web/i18n/t.ts'
import { Button, IconButton } from '#web/ui/controls/button.tsx'
import { WrappedName } from '#web/ui/facts/wrapped-name.tsx'
import { FileSheet } from '#web/ui/icons/file-sheet.tsx'
import { Icon } from '#web/ui/icons/icon.tsx'
import { useRowWindow } from '#web/ui/lists/use-row-window.ts'
import { type MemberPlace, splitPath } from './member-address.ts'
import type { Members, Row } from './use-members.ts'
import type { Selected } from './use-selection.ts'

/** CSS pixels of a row whose name fits one line. */
const rowHeight = 64

type Props = {
  members: Members
  rows: readonly Row[]
  /** Files of the whole list, of which these rows may be the first. */
  total: number
  place: MemberPlace
  selected: Selected
  onSelect: ((member: Member) => void) | undefined
  /** Undefined where there are no previews. */
  onPreview: ((index: number) => void) | undefined
}

/** The rows of the list, of which there may be 80,000: those in sight are drawn, and fetched. */
export function MemberRows({ members, rows, total, place, selected, onSelect, onPreview }: Props) {
  const { list, start, end, before, after } = useRowWindow(rows, rowHeight)
  const need = useEffectEvent(() => members.need(start, end))
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever other rows are drawn
  useEffect(() => need(), [start, end, rows])
  return (
    <ul className="c-list" ref={list}>
      {before > 0 && <li aria-hidden="true" style={{ blockSize: before }} />}
      {rows.slice(start, end).map((row) => {
        const member = members.at(row.index)
        return (
          <li
            key={row.index}
            className="c-row"
            data-row={row.index}
            aria-setsize={total}
            aria-posinset={row.index + 1}
          >
            {member && (
              <MemberRow
                member={member}
                place={place}
                isSelected={selected.has(member.n)}
                onSelect={onSelect && (() => onSelect(member))}
                onPreview={onPreview && (() => onPreview(row.index))}
              />
            )}
          </li>
        )
      })}
      {after > 0 && <li aria-hidden="true" style={{ blockSize: after }} />}
    </ul>
  )
}

type RowProps = {
  member: Member
  place: MemberPlace
  /** Whether its folder is drawn around it, so that it need not be named. */
  isInTree?: boolean
  isSelected: boolean
  /** Undefined where it is only looked at. */
  onSelect: (() => void) | undefined
  onPreview: (() => void) | undefined
}

/** One file: to select, to look at where there is a preview, and to download. */
export function MemberRow({ member, place, isInTree = false, isSelected, onSelect, onPreview }: RowProps) {
  const { name, folder } = splitPath(member.path)
  const facts = (
    <>
      <b>
        <WrappedName name={name} />
      </b>
      <small>
        {formatSize(member.size)}
        {folder !== '' && !isInTree && ` · ${t('contents.folder', { folder })}`}
      </small>
    </>
  )
  return (
    <>
      {onSelect && (
        <label className="tick">
          <input type="checkbox" checked={isSelected} onChange={onSelect} />
          <span className="vh">{t('contents.select', { name })}</span>
        </label>
      )}
      <MemberSign member={member} place={place} hasPicture={onPreview !== undefined} />
      {onPreview && previewKind(member.type) ? (
        <Button variant="plain" className="c-name" onClick={onPreview}>
          <span className="vh">{t('contents.showPreview')} </span>
          {facts}
        </Button>
      ) : (
        <span className="c-name">{facts}</span>
      )}
      {onSelect && !place.address && (
        <IconButton label={t('contents.download', { name })} onClick={() => place.download([member.n])}>
          <Icon name="download" />
        </IconButton>
      )}
      {onSelect && place.address && (
        <a
          className="icon-btn"
          href={place.address(member)}
          download={name}
          aria-label={t('contents.download', { name })}
        >
          <Icon name="download" />
        </a>
      )}
    </>
  )
}

/** A small picture of the file where its sender made one, else a sheet that names its type. */
export function MemberSign({
  member,
  place,
  hasPicture,
  className = 'c-thumb',
}: Pick<RowProps, 'member' | 'place'> & { hasPicture: boolean; className?: string }) {
  const [failed, setFailed] = useState(false)
  const isWanted = hasPicture && member.thumbnail
  const [address, setAddress] = useState(() => isWanted && place.thumbnail(member))
  useEffect(() => {
    if (!(address instanceof Promise)) return undefined
    let isGone = false
    address.then(
      (found) => !isGone && setAddress(found ?? false),
      () => !isGone && setFailed(true),
    )
    return () => {
      isGone = true
    }
  }, [address])
  if (failed || typeof address !== 'string') return <FileSheet name={member.path} />
  return <img className={className} src={address} alt="" loading="lazy" onError={() => setFailed(true)} />
}
