import type { ReactNode, SubmitEventHandler } from 'react'
import { t } from '../../i18n/t.ts'
import { Button } from '../controls/button.tsx'
import { FormProblem } from '../forms/form-field.tsx'
import { DialogFrame } from './dialog-frame.tsx'

type Props = {
  title: string
  /** Id of the dialog's description. */
  describedBy?: string
  /** For a form of two columns. */
  wide?: boolean
  action: string
  busyAction: string
  busy: boolean
  /** Whether closing it while busy aborts the work. */
  stops?: boolean
  /** The action cannot be taken yet. */
  disabled?: boolean
  problem: string | undefined
  onSubmit: SubmitEventHandler<HTMLFormElement>
  onClose: () => void
  children: ReactNode
}

/**
 * A form over the page: its first field has the focus, Escape and Cancel leave everything as it was. While it is busy it
 * stays, to tell what comes of it.
 */
export function FormDialog({
  title,
  describedBy,
  wide = false,
  action,
  busyAction,
  busy,
  stops = false,
  disabled,
  problem,
  onSubmit,
  onClose,
  children,
}: Props) {
  const stays = busy && !stops
  function close() {
    if (!stays) onClose()
  }
  return (
    <DialogFrame title={title} describedBy={describedBy} wide={wide} onClose={close}>
      <form noValidate onSubmit={onSubmit}>
        <div className="body">
          {children}
          <FormProblem text={problem} />
        </div>
        <div className="df">
          <Button aria-disabled={stays} onClick={close}>
            {t('confirm.cancel')}
          </Button>
          <Button type="submit" variant="primary" disabled={disabled} busy={busy} busyText={busyAction}>
            {action}
          </Button>
        </div>
      </form>
    </DialogFrame>
  )
}
