import { useState } from 'react'
import { client } from '#web/accounts/client.ts'
import { useSession } from '#web/accounts/session.ts'
import { t, textWith } from '#web/i18n/t.ts'
import { navigate, rememberPlace } from '#web/router/history.ts'
import { useLocation } from '#web/router/location.ts'
import { pathWith } from '#web/router/match-path.ts'
import { paths } from '#web/router/paths.ts'
import { useParams } from '#web/router/routes.tsx'
import { withRedirect } from '#web/router/search.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { PanelIcon } from '#web/ui/icons/panel-icon.tsx'
import { lazyExtra } from '#web/ui/lazy/lazy-part.tsx'
import { showToast } from '#web/ui/messages/toast.ts'
import { Link } from '#web/ui/page/link.tsx'
import { keepToken } from './manage-access.ts'
import type { PartProps } from './use-managed.ts'

const MailManageLink = lazyExtra(() => import('#web/transfers/ui/sent/mail-manage-link.tsx'), null, 'sent')

/** Explains the manage link to people who opened one, and offers to keep the transfer in an account instead. */
export function ByManageLink({ managed, transfer, token }: PartProps & { token: string }) {
  const session = useSession()
  const { pathname } = useLocation()
  const { fileId = '' } = useParams()
  const [asked, setAsked] = useState(false)
  const signedIn = session.status === 'user'
  return (
    <div className="note manage-note">
      <PanelIcon name="key" />
      <div className="stack-s">
        <p>
          {textWith('manage.byLink', { bold: <b>{t('manage.byLinkBold')}</b> })}{' '}
          {!transfer.owned &&
            !signedIn &&
            textWith('manage.signInToClaim', {
              link: (
                <Link
                  to={withRedirect(paths.login, { pathname, search: '' })}
                  onClick={() => keepToken(fileId, token)}
                >
                  {t('manage.signInLink')}
                </Link>
              ),
            })}
        </p>
        <MailManageLink reference={managed.access.ref} token={token} />
        {!transfer.owned && signedIn && (
          <div>
            <Button onClick={() => setAsked(true)}>{t('manage.claim')}</Button>
          </div>
        )}
      </div>
      {asked && <ClaimDialog managed={managed} token={token} onClose={() => setAsked(false)} />}
    </div>
  )
}

type Props = { managed: PartProps['managed']; token: string; onClose: () => void }

function ClaimDialog({ managed, token, onClose }: Props) {
  const [keep, setKeep] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  async function claim() {
    const isHere = rememberPlace()
    setBusy(true)
    const failed = await managed.change(
      (_, ref) =>
        client.call('claimTransfer', { params: { ref }, body: { manageToken: token, keepManageLink: keep } }),
      'manage.notClaimed',
    )
    setBusy(false)
    setProblem(failed)
    if (failed !== undefined) return
    onClose()
    if (isHere()) navigate(pathWith(paths.portalTransfer, { ref: managed.access.ref }), { replace: true })
    showToast('success', t('manage.claimed'))
  }
  return (
    <FormDialog
      title={t('manage.claim')}
      action={t('manage.claimAction')}
      busyAction={t('manage.saving')}
      busy={busy}
      problem={problem}
      onSubmit={(event) => {
        event.preventDefault()
        void claim()
      }}
      onClose={onClose}
    >
      <p>{t('manage.claimText')}</p>
      <label className="row-check">
        <input type="checkbox" checked={keep} onChange={({ target }) => setKeep(target.checked)} />
        <span>{t('manage.keepManageLink')}</span>
      </label>
    </FormDialog>
  )
}
