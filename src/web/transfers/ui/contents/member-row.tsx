import { useState } from 'react'
import type { Member } from '#contract/transfers/members.ts'
import { previewKind } from '#contract/transfers/preview-kind.ts'
import { formatSize } from '#web/i18n/format/format.ts'
import { t } from '#web/i18n/t.ts'
import { FileSheet } from '#web/ui/facts/file-sheet.tsx'
import { Icon } from '#web/ui/icons/icon.tsx'
import { type MemberPlace, memberAddress, splitPath } from './member-address.ts'

type Props = {
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
export function MemberRow({ member, place, isInTree = false, isSelected, onSelect, onPreview }: Props) {
  const { name, folder } = splitPath(member.path)
  const facts = (
    <>
      <b>{name}</b>
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
        <button type="button" className="c-name" onClick={onPreview}>
          <span className="vh">{t('contents.showPreview')} </span>
          {facts}
        </button>
      ) : (
        <span className="c-name">{facts}</span>
      )}
      {onSelect && (
        <a
          className="icon-btn"
          href={memberAddress(place, member)}
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
function MemberSign({
  member,
  place,
  hasPicture,
}: Pick<Props, 'member' | 'place'> & { hasPicture: boolean }) {
  const [failed, setFailed] = useState(false)
  if (failed || !hasPicture || !member.thumbnail) return <FileSheet name={member.path} />
  const address = memberAddress(place, member, '/thumbnail')
  return <img className="c-thumb" src={address} alt="" loading="lazy" onError={() => setFailed(true)} />
}
