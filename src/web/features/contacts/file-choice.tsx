import { useId } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import type { OwnFile } from '#contract/transfers/files.ts'
import { formatSize } from '../../i18n/format/format.ts'
import { t } from '../../i18n/t.ts'
import { Icon } from '../../ui/icons/icon.tsx'

type Props = {
  /** Undefined until they have come. */
  files: readonly OwnFile[] | undefined
  error: string | undefined
  /** Result of the form's `register` for this choice. */
  field: UseFormRegisterReturn
}

/** One of several files. */
export function FileChoice({ files, error, field }: Props) {
  const id = useId()
  return (
    <fieldset className="field" aria-busy={!files} aria-describedby={error && id}>
      <legend>{t('contacts.file')}</legend>
      {files?.length === 0 && <p className="muted">{t('files.noMatch')}</p>}
      <div className="file-choice">
        {files?.map(({ id, filename, size, receipt }) => (
          <label key={id} className="row-check">
            <input type="radio" value={id} {...field} />
            <span className="break">
              {filename} <span className="muted nowrap">{formatSize(size)}</span>
              {receipt.openedBy.every((who) => who === 'owner') && (
                <span className="small muted"> {t('receipt.onlyYou')}</span>
              )}
            </span>
          </label>
        ))}
      </div>
      {error && (
        <p className="hint-bad" id={id}>
          <Icon name="warning" />
          {error}
        </p>
      )}
    </fieldset>
  )
}
