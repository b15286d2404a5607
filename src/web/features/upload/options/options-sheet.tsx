import type { ComponentType, SubmitEvent } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { t } from '../../../i18n/t.ts'
import { DialogFrame } from '../../../ui/dialogs/dialog-frame.tsx'
import { checkForm } from '../../../ui/forms/check-form.ts'
import type { OptionFieldsProps } from './option-fields.tsx'

type Props = OptionFieldsProps & { Fields: ComponentType<OptionFieldsProps>; onClose: () => void }

/** The options on a phone. They hold as they are chosen; Done puts the sheet away. */
export default function OptionsSheet({ Fields, onClose, ...fields }: Props) {
  function done(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (checkForm(event.currentTarget)) onClose()
  }
  return (
    <DialogFrame title={t('options.sheet')} onClose={onClose}>
      <form noValidate onSubmit={done}>
        <div className="body opts-sheet">
          <Fields {...fields} />
        </div>
        <div className="df">
          <Button type="submit" variant="primary">
            {t('options.done')}
          </Button>
        </div>
      </form>
    </DialogFrame>
  )
}
