import { useState } from 'react'
import { t } from '#web/i18n/t.ts'
import { ConfirmDialog } from './confirm-dialog-part.ts'

type Props = {
  /** The password is lost with this page, and has not been shown or copied. */
  passwordUnseen: boolean
  /** Called after the confirmation has been shown once. */
  onAsked: () => void
  onAnother: () => void
}

/** Dismisses the finished transfer to start another; asks once before a password is lost. */
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
