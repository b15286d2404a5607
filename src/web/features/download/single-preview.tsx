import '#web/transfers/ui/contents/contents.css'
import { useState } from 'react'
import type { FileInfo } from '#contract/transfers/files.ts'
import { previewKind } from '#contract/transfers/preview-kind.ts'
import { t } from '#web/i18n/t.ts'
import { memberAddress, servedPlace } from '#web/transfers/ui/contents/member-address.ts'
import { useMembers } from '#web/transfers/ui/contents/use-members.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { FileSheet } from '#web/ui/icons/file-sheet.tsx'
import { Icon } from '#web/ui/icons/icon.tsx'
import { lazyExtra } from '#web/ui/lazy/lazy-part.tsx'
import { useProvenTicket } from './use-proven-ticket.ts'

const Viewer = lazyExtra(() => import('#web/transfers/ui/contents/viewer.tsx'))

type Props = {
  file: FileInfo
  /** Opens the transfer, where it has a password. */
  ticket: string | undefined
}

/** A transfer's only file: its thumbnail, and a button that opens its preview, if there is one. */
export default function SinglePreview(props: Props) {
  const { ticket, isComing } = useProvenTicket(props.file.id, props.ticket)
  return !isComing && <Single {...props} ticket={ticket} />
}

function Single({ file, ticket }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const [hasPicture, setHasPicture] = useState(true)
  const members = useMembers(file.id, ticket, '')
  const only = members.at(0)
  const place = servedPlace({ id: file.id, ticket })
  if (members.failed) return <FileSheet name={file.filename} />
  if (!only) return null
  const isShown = previewKind(only.type) !== undefined && file.scan !== 'unscanned'
  const picture =
    hasPicture && only.thumbnail && file.scan !== 'unscanned' ? (
      <img
        className="c-picture"
        src={memberAddress({ id: file.id, ticket }, only, '/thumbnail')}
        alt=""
        onError={() => setHasPicture(false)}
      />
    ) : (
      <FileSheet name={file.filename} />
    )
  if (!isShown)
    return (
      <>
        {picture}
        <span className="small muted">
          {t(file.scan === 'unscanned' ? 'contents.unscanned' : 'contents.noPreview')}
        </span>
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
