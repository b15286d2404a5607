import type { ApiKey } from '#contract/accounts/api-keys.ts'
import type { Scope } from '#contract/accounts/scopes.ts'
import { formatDate } from '#web/i18n/format/format.ts'
import { pastMoment } from '#web/i18n/format/further-formats.ts'
import { type TextKey, t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { PanelIcon } from '#web/ui/icons/panel-icon.tsx'

const DAY = 24 * 60 * 60_000
/** Days before its end in which a key is told to end soon. */
const soon = 14

/** One API key: what it may do, and whether it is used. */
export function ApiKeyRow({ apiKey, onRevoke }: { apiKey: ApiKey; onRevoke: () => void }) {
  const { name, hint, scopes, networks, lastUsedAt } = apiKey
  const now = Date.now()
  const used =
    lastUsedAt === null
      ? t('apiKeys.neverUsed')
      : t('apiKeys.lastUsed', { when: pastMoment(Date.parse(lastUsedAt), now) })
  return (
    <li>
      <PanelIcon name="key" />
      <span>
        <b className="break">{name}</b>
        <br />
        <span className="small muted break">
          <span className="num">{hint}…</span> · {scopes.map((scope) => t(scopeNames[scope])).join(', ')}
          {networks.length > 0 && ` · ${networks.join(', ')}`} · {used}
          {' · '}
          <EndOf apiKey={apiKey} now={now} />
        </span>
      </span>
      <Button variant="quiet-danger" aria-label={t('apiKeys.revokeOf', { name })} onClick={onRevoke}>
        {t('apiKeys.revoke')}
      </Button>
    </li>
  )
}

function EndOf({ apiKey: { expiresAt }, now }: { apiKey: ApiKey; now: number }) {
  if (expiresAt === null) return t('apiKeys.noEnd')
  const end = Date.parse(expiresAt)
  if (end <= now) return <b className="warn">{t('apiKeys.expired')}</b>
  const days = Math.ceil((end - now) / DAY)
  if (days <= soon) return <b className="warn">{t('apiKeys.endsIn', { days })}</b>
  return <time dateTime={expiresAt}>{t('apiKeys.endsOn', { date: formatDate(end) })}</time>
}

/** Names of the scopes. */
export const scopeNames = {
  'transfers:send': 'apiKeys.scope.send',
  'transfers:read': 'apiKeys.scope.read',
  'transfers:manage': 'apiKeys.scope.manage',
  requests: 'apiKeys.scope.requests',
  contacts: 'apiKeys.scope.contacts',
  webhooks: 'apiKeys.scope.webhooks',
  'admin:read': 'apiKeys.scope.adminRead',
  'admin:manage': 'apiKeys.scope.adminManage',
} as const satisfies Record<Scope, TextKey>
