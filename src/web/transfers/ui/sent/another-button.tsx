import { useState } from 'react'
import { t } from '#web/i18n/t.ts'
import { ConfirmDialog } from './confirm-dialog-part.ts'

type Props = {
  /** The password goes with this page, and nobody has seen it. */
  passwordUnseen: boolean
  /** Nothing is asked any more. */
  onAsked: () => void
  onAnother: () => void
}

/** Puts away what was sent, to begin anew; asks once before a password is lost by that. */
export function AnotherButton({ passwordUnseen, onAsked, onAnother }: Props) {
  const [asked, setAsked] = useState(false)
  return (
    <>
      <button
        type="button"
        className="btn btn-line"
        onClick={passwordUnseen ? () => setAsked(true) : onAnother}
      >
        {t('success.another')}
      </button>
      {asked && (
        <ConfirmDialog
          title={t('success.leaveTitle')}
          text={t('success.leaveText')}
          action={t('success.another')}
          busyAction={t('success.another')}
          onConfirm={async () => void onAnother()}
          onClose={() => {
            setAsked(false)
            onAsked()
          }}
        />
      )}
    </>
  )
}
