import { useEffect, useRef } from 'react'
import { fileNameOf } from '#contract/operations/branding/file-name.ts'
import { t } from '#web/i18n/t.ts'
import { useShownLinks } from '#web/service/service-config.ts'
import { productName } from '#web/ui/browser/brand.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Icon } from '#web/ui/icons/icon.tsx'
import { CopyField } from '#web/ui/sharing/copy-field.tsx'
import { saveContent } from '#web/ui/sharing/hand-to-browser.ts'

export type NewKey = {
  readonly id: string
  readonly name: string
  readonly key: string
  readonly sends: boolean
}

/** A key that was just made, the only time it can be seen. */
export function NewKeyNote({ fresh: { name, key, sends }, onClose }: { fresh: NewKey; onClose: () => void }) {
  const links = useShownLinks()
  const note = useRef<HTMLDivElement>(null)
  useEffect(() => note.current?.focus(), [])
  return (
    <div ref={note} className="new-key stack-s" role="status" tabIndex={-1}>
      <p>
        <b>{t('apiKeys.ready', { name })}</b> {t('apiKeys.once')}
      </p>
      <CopyField value={key} label={t('apiKeys.value')} />
      <div className="bar-row">
        {sends && (
          <Button onClick={() => saveContent(shareXFile(links.to(''), key))}>
            <Icon name="download" />
            {t('apiKeys.shareX')}
          </Button>
        )}
        <Button variant="quiet" onClick={onClose}>
          {t('apiKeys.done')}
        </Button>
      </div>
    </div>
  )
}

/** The settings that ShareX sends files here with (getsharex.com/docs/custom-uploader): a double click takes them over. */
function shareXFile(origin: string, key: string): { name: string; content: Blob } {
  const { host } = new URL(origin)
  const settings = {
    Version: '17.0.0',
    Name: `${productName} (${host})`,
    DestinationType: 'ImageUploader, TextUploader, FileUploader',
    RequestMethod: 'POST',
    RequestURL: `${origin}/api/files/upload`,
    Headers: { Authorization: `Bearer ${key}` },
    Body: 'MultipartFormData',
    FileFormName: 'file',
    URL: '{json:file.downloadUrl}',
    DeletionURL: '{json:file.deletionUrl}',
    ErrorMessage: '{json:message}',
  }
  const content = new Blob([`${JSON.stringify(settings, null, 2)}\n`], { type: 'application/json' })
  return { name: `${fileNameOf(productName)}-${host.replace(/[^\w.-]/g, '-')}.sxcu`, content }
}
