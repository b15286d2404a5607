import { useState } from 'react'
import type { ManagedLink } from '#contract/transfers/manage.ts'
import { askFile } from '#web/accounts/ask-file.ts'
import { client } from '#web/accounts/client.ts'
import { downloadBounds, LimitDialog } from '#web/features/manage/links/limit-dialog.tsx'
import { spokenLanguage } from '#web/i18n/language.ts'
import { t } from '#web/i18n/t.ts'
import { useServiceConfig } from '#web/service/service-config.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import { closeAndNotify, closeOwn } from '#web/ui/dialogs/use-modal.ts'
import { Fold } from '#web/ui/facts/fold.tsx'
import { Icon } from '#web/ui/icons/icon.tsx'
import { PanelIcon } from '#web/ui/icons/panel-icon.tsx'
import { failureWithReason } from '#web/ui/messages/failure-text.ts'
import { showToast } from '#web/ui/messages/toast.ts'
import { saveContent } from '#web/ui/sharing/hand-to-browser.ts'
import { manageHeaders } from '../manage-access.ts'
import type { PartProps } from '../use-managed.ts'
import { AddRecipientDialog } from './add-recipient-dialog.tsx'
import { linkName } from './link-name.ts'
import { LinksTable } from './links-table.tsx'
import { NewLinkDialog } from './new-link-dialog.tsx'

const foldId = 'managed-links'

/** The links of the transfer: who downloads by which is seen, and each can be limited and revoked. */
export function ManagedLinks({ managed, transfer }: PartProps) {
  const config = useServiceConfig()
  const bounds = downloadBounds(config)
  const [asked, setAsked] = useState<
    'new' | 'recipient' | { readonly act: 'limit' | 'revoke'; readonly link: ManagedLink }
  >()
  const { links, deleteAfterDownload } = transfer
  const close = closeOwn(asked, setAsked)

  async function saveLimit(link: ManagedLink, downloadLimit: number | null) {
    const failed = await managed.change(
      (headers, ref) =>
        client.call('updateLink', { params: { ref, id: link.id }, headers, body: { downloadLimit } }),
      'manage.notSaved',
    )
    if (failed === undefined) showToast('success', t('manage.savedLink', { name: linkName(link) }))
    return failed
  }
  async function remind(link: ManagedLink) {
    const failed = await managed.change(
      (headers, ref) => client.call('remindRecipient', { params: { ref, linkId: link.id }, headers }),
      'manage.notReminded',
    )
    if (failed === undefined) showToast('success', t('manage.reminded', { address: linkName(link) }))
    else showToast('error', failed)
  }
  async function saveReceipt() {
    try {
      const headers = manageHeaders(managed.access)
      const query = { language: spokenLanguage() }
      saveContent(await askFile('transferReceipt', { params: { ref: transfer.ref }, query, headers }))
    } catch (error) {
      showToast('error', failureWithReason(error, 'manage.noReceipt'))
    }
  }
  async function revoke(link: ManagedLink) {
    const failed = await managed.change(
      (headers, ref) => client.call('revokeLink', { params: { ref, id: link.id }, headers }),
      'manage.notRevoked',
    )
    if (failed !== undefined) return failed
    closeAndNotify(close, foldId, t('manage.revoked', { name: linkName(link) }))
    return undefined
  }

  return (
    <Fold id={foldId} title={t('manage.links')} value={summaryOf(links)} open={links.length > 1}>
      <LinksTable
        links={links}
        until={Date.parse(transfer.expiresAt)}
        // If files are deleted after their download, each link already has a limit of one.
        onLimit={deleteAfterDownload ? undefined : (link) => setAsked({ act: 'limit', link })}
        onRevoke={(link) => setAsked({ act: 'revoke', link })}
        onRemind={remind}
      />
      {links.length === 1 && <p className="hint">{t('manage.oneEach')}</p>}
      <div className="bar-row">
        <Button onClick={() => setAsked('new')}>
          <PanelIcon name="plus" />
          {t('manage.newLink')}
        </Button>
        {config.limits.ownLinks > 0 && (
          <Button onClick={() => setAsked('recipient')}>
            <PanelIcon name="plus" />
            {t('manage.addRecipient')}
          </Button>
        )}
        {links.some(({ kind }) => kind === 'recipient') && (
          <Button variant="quiet" onClick={() => void saveReceipt()}>
            <Icon name="download" />
            {t('manage.receipt')}
          </Button>
        )}
      </div>
      {asked === 'recipient' ? (
        <AddRecipientDialog managed={managed} transfer={transfer} onClose={close} />
      ) : asked === 'new' ? (
        <NewLinkDialog managed={managed} bounds={deleteAfterDownload ? undefined : bounds} onClose={close} />
      ) : asked?.act === 'limit' ? (
        <LimitDialog
          title={linkName(asked.link)}
          limit={asked.link.downloadLimit}
          bounds={bounds}
          onSave={(limit) => saveLimit(asked.link, limit)}
          onClose={close}
        />
      ) : (
        asked && (
          <ConfirmDialog
            title={t('manage.revokeNamed', { name: linkName(asked.link) })}
            text={t('manage.revokeText')}
            action={t('manage.revoke')}
            busyAction={t('manage.revoking')}
            onConfirm={() => revoke(asked.link)}
            onClose={close}
          />
        )
      )}
    </Fold>
  )
}

function summaryOf(links: readonly ManagedLink[]): string {
  const opened = links.filter(({ openedAt }) => openedAt !== null).length
  return t(opened > 0 ? 'manage.linksOpened' : 'manage.linksNotOpened', { count: links.length, opened })
}
