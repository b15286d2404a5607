import { type ComponentProps, useState } from 'react'
import { t } from '#web/i18n/t.ts'
import { Icon } from '#web/ui/icons/icon.tsx'
import { TextOption } from '../text-option.tsx'

/** A message for the mail alone, in place of the one on the download page; folded while it is empty. */
export function MailNote(props: Omit<ComponentProps<typeof TextOption>, 'label'>) {
  const [open, setOpen] = useState(props.value !== '')
  return (
    <details className="more" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {t('mail.note')}
        <span className="val">
          {props.value === '' ? t('mail.sameMessage') : `${props.value.length} / ${props.maxLength}`}
        </span>
        <Icon name="chevron" />
      </summary>
      {open && <TextOption {...props} label={t('mail.message')} />}
    </details>
  )
}
