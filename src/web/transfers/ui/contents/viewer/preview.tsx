import { useState } from 'react'
import type { Member } from '#contract/transfers/members.ts'
import { previewKind } from '#contract/transfers/preview-kind.ts'
import { t } from '#web/i18n/t.ts'
import { FileSheet } from '#web/ui/facts/file-sheet.tsx'
import { TextPreview } from './text-preview.tsx'

/** What a file shows of itself. Nothing of it runs: it is drawn by elements that know pictures, sound and text only. */
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
      // biome-ignore lint/a11y/useMediaCaption: nobody has captions of a stranger's video
      return <video src={address} controls preload="metadata" aria-label={path} onError={fail} />
    case 'audio':
      // biome-ignore lint/a11y/useMediaCaption: nobody has captions of a stranger's recording
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
