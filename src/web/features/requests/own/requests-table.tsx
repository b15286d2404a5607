import type { OwnRequest } from '#contract/requests/requests.ts'
import { t } from '#web/i18n/t.ts'
import { pathWith } from '#web/router/match-path.ts'
import { paths } from '#web/router/paths.ts'
import { useShownLinks } from '#web/service/service-config.ts'
import { Icon } from '#web/ui/icons/icon.tsx'
import { PanelIcon } from '#web/ui/icons/panel-icon.tsx'
import { TimeLeft } from '#web/ui/lists/bars.tsx'
import { DataTable } from '#web/ui/lists/data-table.tsx'
import { Link } from '#web/ui/page/link.tsx'
import { ActionMenu } from '#web/ui/popover/action-menu.tsx'
import { CopyButton } from '#web/ui/sharing/copy-field.tsx'
import { linkOf } from './request-link.ts'
import { aboutText, arrivedText, isKeyless } from './request-text.ts'

type Props = {
  requests: readonly OwnRequest[]
  onClose: (request: OwnRequest) => void
  onDelete: (request: OwnRequest) => void
}

/** Each request with its received uploads; its title opens the inbox. */
export function RequestsTable({ requests, onClose, onDelete }: Props) {
  return (
    <DataTable
      caption={t('portal.requests')}
      rows={requests}
      keyOf={({ id }) => id}
      columns={[
        {
          key: 'request',
          label: t('requests.request'),
          kind: 'first',
          cell: (request) => (
            <>
              <Link className="strong break" to={pathWith(paths.portalRequest, { id: request.id })}>
                {request.title}
              </Link>
              <span className="sub">{aboutText(request)}</span>
            </>
          ),
        },
        {
          key: 'arrived',
          label: t('requests.arrived'),
          cell: (request) => (
            <span className="num">
              {arrivedText(request)}{' '}
              {request.unopened > 0 && (
                <span className="badge badge-ok">{t('requests.newOnes', { count: request.unopened })}</span>
              )}
            </span>
          ),
        },
        {
          key: 'until',
          label: t('requests.openUntil'),
          cell: ({ state, createdAt, until }) =>
            state === 'ended' ? (
              <span className="muted">{t('requests.ended')}</span>
            ) : (
              <TimeLeft from={createdAt} until={until} />
            ),
        },
        {
          key: 'actions',
          label: t('requests.actions'),
          kind: 'actions',
          cell: (request) => <RequestActions request={request} onClose={onClose} onDelete={onDelete} />,
        },
      ]}
    />
  )
}

function RequestActions({ request, onClose, onDelete }: Omit<Props, 'requests'> & { request: OwnRequest }) {
  const { id, title, url, state, isDisabled } = request
  const links = useShownLinks()
  const ended = state === 'ended'
  const edit = pathWith(paths.editRequest, { id })
  const keyless = isKeyless(request)
  const link = linkOf(request, links.shown(url))
  return (
    <>
      {ended
        ? !isDisabled &&
          (keyless ? (
            <Link className="btn btn-line copy-link" to={paths.newRequest}>
              {t('requests.makeNew')}
            </Link>
          ) : (
            <Link
              className="btn btn-line copy-link"
              to={edit}
              aria-label={t('requests.reopenNamed', { name: title })}
            >
              {t('requests.reopen')}
            </Link>
          ))
        : link && (
            <CopyButton
              value={link.link}
              word={t('requests.copyLink')}
              label={t('requests.copyLinkOf', { name: title })}
              className="copy-link"
            />
          )}
      <ActionMenu
        label={t('requests.more', { name: title })}
        actions={[
          ...(isDisabled || keyless
            ? []
            : [{ name: t('requests.edit'), icon: <PanelIcon name="pencil" />, to: edit }]),
          {
            name: t('requests.close'),
            icon: <Icon name="lock" />,
            disabled: ended,
            onSelect: () => onClose(request),
          },
          {
            name: t('requests.delete'),
            icon: <Icon name="bin" />,
            disabled: isDisabled,
            onSelect: () => onDelete(request),
          },
        ]}
      />
    </>
  )
}
