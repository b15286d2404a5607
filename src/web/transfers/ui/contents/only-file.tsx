import './contents.css'
import { useState } from 'react'
import { previewKind } from '#contract/transfers/preview-kind.ts'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Icon } from '#web/ui/icons/icon.tsx'
import { lazyExtra } from '#web/ui/lazy/lazy-part.tsx'
import type { MemberPlace } from './member-address.ts'
import { MemberSign } from './member-rows.tsx'
import type { Members } from './use-members.ts'

const Viewer = lazyExtra(() => import('./viewer.tsx'))

type Props = {
  members: Members
  place: MemberPlace
  /** The server has not looked for viruses, so that there is no preview. */
  isUnscanned?: boolean
}

/** A transfer's only file: its thumbnail, and a button that opens its preview, if there is one. */
export function OnlyFile({ members, place, isUnscanned = false }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const only = members.at(0)
  if (!only) return null
  const picture = <MemberSign member={only} place={place} hasPicture={!isUnscanned} className="c-picture" />
  if (isUnscanned || previewKind(only.type) === undefined)
    return (
      <>
        {picture}
        <span className="small muted">{t(isUnscanned ? 'contents.unscanned' : 'contents.noPreview')}</span>
      </>
    )
  return (
    <>
      <Button variant="plain" className="c-look" onClick={() => setIsOpen(true)}>
        {picture}
        <span className="btn btn-line">
          <Icon name="eye" />
          {t('contents.showPreview')}
        </span>
      </Button>
      {isOpen && (
        <Viewer
          index={0}
          files={1}
          members={members}
          place={place}
          onIndex={() => {}}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  )
}
