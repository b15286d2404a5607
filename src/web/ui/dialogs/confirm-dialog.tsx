import { useId, useState } from 'react'
import { t } from '../../i18n/t.ts'
import { Button, useSingleFlight } from '../controls/button.tsx'
import { FormProblem } from '../forms/form-field.tsx'
import { DialogFrame } from './dialog-frame.tsx'

type Props = {
  /** Names the action and its target. */
  title: string
  /** Consequences of the action, and whether it can be undone. */
  text?: string
  action: string
  busyAction: string
  /** Does it; a text it resolves with says why that failed, and the dialog stays. */
  onConfirm: () => Promise<string | undefined>
  onClose: () => void
}

/** Asks before something is lost for good. The focus is on Cancel. While it is busy it stays, to tell what comes of it. */
export function ConfirmDialog({ title, text, action, busyAction, onConfirm, onClose }: Props) {
  const id = useId()
  const [problem, setProblem] = useState<string>()
  const [confirm, busy] = useSingleFlight(async () => setProblem(await onConfirm()))
  function close() {
    if (!busy) onClose()
  }
  return (
    <DialogFrame title={title} describedBy={id} onClose={close}>
      <div className="body">
        <p id={id}>
          {text && `${text} `}
          {t('deletion.cannotBeUndone')}
        </p>
        <FormProblem text={problem} />
      </div>
      <div className="df">
        <Button autoFocus busy={busy} onClick={close}>
          {t('confirm.cancel')}
        </Button>
        <Button variant="danger" busy={busy} busyText={busyAction} onClick={() => confirm()}>
          {action}
        </Button>
      </div>
    </DialogFrame>
  )
}
