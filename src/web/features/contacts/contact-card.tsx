import type { Contact } from '#contract/accounts/contacts.ts'
import { t } from '../../i18n/t.ts'
import { IconButton } from '../../ui/controls/button.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { PanelIcon } from '../../ui/icons/panel-icon.tsx'

type Props = { contact: Contact; onShare: () => void; onEdit: () => void; onDelete: () => void }

/** A contact and its actions: write to them, send them a file, edit or delete the contact. */
export function ContactCard({ contact, onShare, onEdit, onDelete }: Props) {
  const { name, email, phone, company } = contact
  return (
    <li className="card contact">
      <div className="contact-who">
        <span className="avatar avatar-quiet" aria-hidden="true">
          {[...name][0]?.toUpperCase()}
        </span>
        <div>
          <b className="break">{name}</b>
          <div className="small muted break">{email}</div>
          {phone && (
            <a className="small muted break" href={`tel:${phone.replace(/[^+\d]/g, '')}`}>
              {phone}
            </a>
          )}
        </div>
      </div>
      <div className="contact-foot">
        <span className="small muted break">{company}</span>
        <span className="nowrap">
          <a
            className="icon-btn"
            href={`mailto:${encodeURI(email)}`}
            aria-label={t('contacts.mail', { name })}
          >
            <Icon name="mail" />
          </a>
          <IconButton label={t('contacts.share', { name })} onClick={onShare}>
            <PanelIcon name="share" />
          </IconButton>
          <IconButton label={t('contacts.edit', { name })} onClick={onEdit}>
            <PanelIcon name="pencil" />
          </IconButton>
          <IconButton label={t('contacts.delete', { name })} onClick={onDelete}>
            <Icon name="bin" />
          </IconButton>
        </span>
      </div>
    </li>
  )
}
