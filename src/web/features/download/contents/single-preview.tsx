import { useState } from 'react'
import type { FileInfo } from '#contract/transfers/files.ts'
import { previewKind } from '#contract/transfers/preview-kind.ts'
import { t } from '#web/i18n/t.ts'
import { useMembers } from '#web/transfers/ui/contents/use-members.ts'
import { Icon } from '#web/ui/icons/icon.tsx'
import { lazyExtra } from '#web/ui/lazy/lazy-extra.ts'

const Viewer = lazyExtra(() => import('#web/transfers/ui/contents/viewer/viewer.tsx'))

/** Looks at a transfer's only file, where there is a preview of it. */
export function SinglePreview({ file, ticket }: { file: FileInfo; ticket: string | undefined }) {
  const [isOpen, setIsOpen] = useState(false)
  const members = useMembers(file.id, ticket, '')
  const only = members.at(0)
  if (!only || !previewKind(only.type) || file.scan === 'unscanned') return null
  return (
    <div className="card card-pad single-preview">
      <button type="button" className="btn btn-line" onClick={() => setIsOpen(true)}>
        <Icon name="eye" />
        {t('contents.showPreview')}
      </button>
      {isOpen && (
        <Viewer
          index={0}
          files={1}
          members={members}
          place={{ id: file.id, ticket }}
          onIndex={() => {}}
          onClose={() => setIsOpen(false)}
        />
      )}
    </div>
  )
}
