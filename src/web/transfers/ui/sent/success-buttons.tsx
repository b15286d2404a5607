import { useState } from 'react'
import { deletionTokenHeader } from '#contract/headers.ts'
import type { UploadReply } from '#contract/transfers/files.ts'
import { client } from '#web/accounts/client.ts'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Drawing, Icon } from '#web/ui/icons/icon.tsx'
import { lazyPart } from '#web/ui/lazy/lazy-part.tsx'
import { isGone } from '../../store/is-gone.ts'

/** The question before something is lost, fetched when it is first asked. */
const ConfirmDialog = lazyPart(async () => ({
  default: (await import('#web/ui/dialogs/confirm-dialog.tsx')).ConfirmDialog,
}))

type Props = {
  /** The link is lost with this page, and has not been copied: no server has its key. */
  linkUncopied: boolean
  /** The password is lost with this page, and has not been shown or copied. */
  passwordUnseen: boolean
  /** Called after the question about the password has been shown once. */
  onAsked: () => void
  onAnother: () => void
}

/** Dismisses the finished transfer to start another. It asks each time before a link is lost, and once before a password is. */
export function AnotherButton({ linkUncopied, passwordUnseen, onAsked, onAnother }: Props) {
  const [asked, setAsked] = useState<'link' | 'password'>()
  function leave() {
    if (linkUncopied) setAsked('link')
    else if (passwordUnseen) setAsked('password')
    else onAnother()
  }
  return (
    <>
      <Button onClick={leave}>{t('success.another')}</Button>
      {asked && (
        <ConfirmDialog
          title={t(asked === 'link' ? 'success.leaveLinkTitle' : 'success.leaveTitle')}
          text={t(asked === 'link' ? 'success.leaveLinkText' : 'success.leaveText')}
          action={t('success.another')}
          busyAction={t('success.another')}
          onConfirm={async () => void onAnother()}
          onClose={() => {
            setAsked(undefined)
            if (asked === 'password') onAsked()
          }}
        />
      )}
    </>
  )
}

type DeleteProps = { file: UploadReply['file']; signedIn: boolean; onDeleted: () => void }

/** Deletes the file that has just been sent, for people with an account; others have the deletion link. */
export function DeleteButton({ file, signedIn, onDeleted }: DeleteProps) {
  const { id, filename, deletionUrl } = file
  const [asked, setAsked] = useState(false)
  if (!signedIn) {
    return (
      <Button variant="quiet" className="bare" disabled>
        <Icon name="bin" />
        {t('success.deleteLogin')}
      </Button>
    )
  }
  async function remove() {
    try {
      // They may have signed in after sending: then it is not the account's, and goes by its deletion link.
      const headers = { [deletionTokenHeader]: deletionUrl.split('#')[1] ?? '' }
      await client.call('deleteFile', { params: { id }, headers })
    } catch (error) {
      if (!isGone(error)) return t('deletion.failed')
    }
    onDeleted()
    return undefined
  }
  return (
    <>
      <Button variant="quiet-danger" onClick={() => setAsked(true)}>
        <Icon name="bin" />
        {t('deletion.deleteFile')}
      </Button>
      {asked && (
        <ConfirmDialog
          title={t('deletion.deleteNamed', { name: filename })}
          action={t('deletion.deleteFile')}
          busyAction={t('deletion.deleting')}
          onConfirm={remove}
          onClose={() => setAsked(false)}
        />
      )}
    </>
  )
}

const drawing = 'M12 15V3.5m-4 4 4-4 4 4M7 11H5v9.5h14V11h-2'

/** Whether this device has a sharing of its own. */
export const canShare = () => 'share' in navigator

type ShareProps = {
  name: string
  link: string
  /** Whether it is the first button of the page. */
  leads: boolean
  onShared?: (() => void) | undefined
}

/** Hands a link to the sharing of the device. */
export function ShareButton({ name, link, leads, onShared }: ShareProps) {
  function share() {
    // Nothing is lost when it is put away, or refused: the link stands beside the button.
    navigator.share({ title: name, url: link }).then(onShared, () => {})
  }
  return (
    <Button variant={leads ? 'primary' : 'secondary'} large={leads} onClick={share}>
      <Drawing path={drawing} />
      {t('share.share')}
    </Button>
  )
}
