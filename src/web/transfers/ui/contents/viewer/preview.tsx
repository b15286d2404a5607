import { useState } from 'react'
import type { Member } from '#contract/transfers/members.ts'
import { previewKind } from '#contract/transfers/preview-kind.ts'
import { t } from '#web/i18n/t.ts'
import { FileSheet } from '#web/ui/facts/file-sheet.tsx'
import { TextPreview } from './text-preview.tsx'

/** Preview of a file. Nothing in it can run: it is rendered by elements for images, audio, video and text only. */
export function Preview({ member, address }: { member: Member; address: string }) {
  const [failed, setFailed] = useState(false)
  const { path, type } = member
  const kind = failed ? undefined : previewKind(type)
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
