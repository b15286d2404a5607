import type { Passkey } from '#contract/signing-in/passkeys.ts'
import { formatDate } from '#web/i18n/format/format.ts'
import { pastMoment } from '#web/i18n/format/further-formats.ts'
import { t } from '#web/i18n/t.ts'
import { Icon } from '#web/ui/icons/icon.tsx'
import { PanelIcon } from '#web/ui/icons/panel-icon.tsx'
import { ActionMenu } from '#web/ui/popover/action-menu.tsx'
import { PasskeyIcon } from '../../passkeys/passkeys.tsx'

type Props = {
  passkey: Passkey
  /** Whether it is the last factor of an account that must have one. */
  isNeeded: boolean
  onRename: () => void
  onRemove: () => void
}

/** Name of a passkey. */
export function passkeyName({ name }: Passkey): string {
  return name === '' ? t('passkeys.unnamed') : name
}

/** One passkey: where it is, and whether it is used. */
export function PasskeyRow({ passkey, isNeeded, onRename, onRemove }: Props) {
  const { synced, createdAt, lastUsedAt } = passkey
  const name = passkeyName(passkey)
  const used =
    lastUsedAt === null
      ? t('passkeys.neverUsed')
      : t('passkeys.lastUsed', { when: pastMoment(Date.parse(lastUsedAt), Date.now()) })
  return (
    <li>
      <PasskeyIcon />
      <span>
        <b className="break">{name}</b>
        <br />
        <span className="small muted">
          {t(synced ? 'passkeys.synced' : 'passkeys.bound')}
          {' · '}
          <time dateTime={createdAt}>
            {t('passkeys.addedOn', { date: formatDate(Date.parse(createdAt)) })}
          </time>
          {` · ${used}`}
          {isNeeded && ` · ${t('security.requiredHere')}. ${t('passkeys.addAnother')}`}
        </span>
      </span>
      <ActionMenu
        label={t('passkeys.more', { name })}
        actions={[
          { name: t('passkeys.rename'), icon: <PanelIcon name="pencil" />, onSelect: onRename },
          {
            name: t('passkeys.remove'),
            icon: <Icon name="bin" />,
            disabled: isNeeded,
            onSelect: onRemove,
          },
        ]}
      />
    </li>
  )
}
