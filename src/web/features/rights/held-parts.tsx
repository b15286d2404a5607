import type { ReactNode } from 'react'
import type { AddressPart, AddressRows, LinkForAddress, Rights, SentMail } from '#contract/accounts/rights.ts'
import { formatDateTime } from '#web/i18n/format/format.ts'
import { formatNumber, pastMoment } from '#web/i18n/format/further-formats.ts'
import { type TextKey, t } from '#web/i18n/t.ts'
import { useServiceConfig } from '#web/service/service-config.ts'
import { Icon } from '#web/ui/icons/icon.tsx'
import { PanelIcon } from '#web/ui/icons/panel-icon.tsx'

/** A line of a part: its title, and its time and subject. */
type Line = {
  readonly title: string
  readonly about: string
  /** In the words of the person. */
  readonly texts?: readonly string[]
  readonly link?: ReactNode
}

type Part<Name extends AddressPart> = {
  readonly title: TextKey
  readonly hint?: TextKey
  readonly icon: ReactNode
  line(row: AddressRows[Name][number], now: number): Line
}

/** How each part is shown, in this order. */
const parts: { readonly [Name in AddressPart]: Part<Name> } = {
  mails: { title: 'rights.mails', hint: 'rights.mailsHint', icon: <Icon name="mail" />, line: mailLine },
  links: { title: 'rights.links', icon: <PanelIcon name="link" />, line: linkLine },
  addressBooks: {
    title: 'rights.addressBooks',
    icon: <Icon name="person" />,
    line: ({ since }, now) => ({
      title: t('rights.addressBook'),
      about: t('rights.since', { when: pastMoment(Date.parse(since), now) }),
    }),
  },
  invitations: {
    title: 'rights.invitations',
    icon: <Icon name="mail" />,
    line: ({ at, expiresAt }, now) => ({
      title: t('rights.invitation'),
      about: [
        pastMoment(Date.parse(at), now),
        t('rights.keptUntil', { when: formatDateTime(Date.parse(expiresAt)) }),
      ].join(' · '),
    }),
  },
  uploads: {
    title: 'rights.uploads',
    icon: <Icon name="upload" />,
    line: ({ ref, title, at, keptUntil }, now) => ({
      title: title ?? t('rights.upload'),
      about: [
        pastMoment(Date.parse(at), now),
        t('rights.keptUntil', { when: formatDateTime(Date.parse(keptUntil)) }),
        t('rights.ref', { ref }),
      ].join(' · '),
    }),
  },
  reports: {
    title: 'rights.reports',
    icon: <Icon name="flag" />,
    line: ({ number, at, decided, explanation, objection }, now) => ({
      title: t('rights.report', { number }),
      about: [
        pastMoment(Date.parse(at), now),
        t(decided ? 'rights.reportDecided' : 'rights.reportOpen'),
      ].join(' · '),
      texts: [
        ...(explanation === null ? [] : [t('rights.reportText', { text: explanation })]),
        ...(objection === null ? [] : [t('rights.reportObjection', { text: objection })]),
      ],
    }),
  },
  consents: {
    title: 'rights.consents',
    icon: <Icon name="tick" />,
    line: ({ purpose, givenAt, withdrawnAt, textHash }, now) => ({
      title: t(purpose === 'stop-list' ? 'rights.consent.stop' : 'rights.consent.manageMail'),
      about: [
        pastMoment(Date.parse(givenAt), now),
        ...(withdrawnAt === null
          ? []
          : [t('rights.withdrawn', { when: pastMoment(Date.parse(withdrawnAt), now) })]),
      ].join(' · '),
      link: <a href={`/api/consents/texts/${textHash}`}>{t('rights.text')}</a>,
    }),
  },
}

/** Everything that is held, part by part, in everyday words. */
export function HeldParts({ rights: { data } }: { rights: Rights }) {
  const { reports } = useServiceConfig()
  const isEmpty = Object.values(data).every((rows) => rows.length === 0)
  if (isEmpty) return <p className="card card-pad">{t('rights.nothing')}</p>
  return (
    <>
      <PartSection part={parts.mails} rows={data.mails} />
      <PartSection part={parts.links} rows={data.links} />
      <PartSection part={parts.addressBooks} rows={data.addressBooks} />
      <PartSection part={parts.invitations} rows={data.invitations} />
      <PartSection part={parts.uploads} rows={data.uploads} />
      {(reports || data.reports.length > 0) && <PartSection part={parts.reports} rows={data.reports} />}
      <PartSection part={parts.consents} rows={data.consents} />
    </>
  )
}

function PartSection<Name extends AddressPart>({
  part: { title, hint, icon, line },
  rows,
}: {
  part: Part<Name>
  rows: readonly AddressRows[Name][number][]
}) {
  const now = Date.now()
  return (
    <section className="card">
      <div className="head-row held-head">
        <div>
          <h2>{t(title)}</h2>
          {hint && rows.length > 0 && <p className="small muted">{t(hint)}</p>}
        </div>
        <span className="small muted num">
          {rows.length === 0 ? t('rights.none') : formatNumber(rows.length)}
        </span>
      </div>
      {rows.length > 0 && (
        <ul className="held">
          {rows.map((row, index) => {
            const shown = line(row, now)
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines have no id, and the list is never edited
              <li key={index}>
                {icon}
                <span>
                  <b className="break">{shown.title}</b>
                  <span className="small muted break">{shown.about}</span>
                  {shown.texts?.map((text) => (
                    <span key={text} className="small break">
                      {text}
                    </span>
                  ))}
                </span>
                {shown.link}
              </li>
            )
          })}
        </ul>
      )}
    </section>
  )
}

const mailTitles = {
  'file-shared': 'rights.mail.files',
  'recipient-link': 'rights.mail.files',
  code: 'rights.mail.code',
  'manage-link': 'rights.mail.manage',
  report: 'rights.mail.report',
  account: 'rights.mail.account',
} as const satisfies Record<SentMail['kind'], TextKey>

function mailLine({ kind, sender, ref, title, at, waiting }: SentMail, now: number): Line {
  return {
    title: sender === null ? t(mailTitles[kind]) : t('rights.mail.filesFrom', { sender }),
    about: [
      ...(title === null ? [] : [t('rights.about', { what: title })]),
      waiting ? t('rights.waiting') : pastMoment(Date.parse(at), now),
      ...(ref === null ? [] : [t('rights.ref', { ref })]),
    ].join(' · '),
  }
}

function linkLine(link: LinkForAddress, now: number): Line {
  const { ref, title, openedAt, downloads, expiresAt, revokedAt } = link
  return {
    title: title ?? t('rights.endedLink'),
    about: [
      openedAt === null
        ? t('rights.notOpened')
        : t('rights.opened', { when: pastMoment(Date.parse(openedAt), now) }),
      t('rights.downloads', { count: downloads }),
      revokedAt === null
        ? t('rights.ends', { when: formatDateTime(Date.parse(expiresAt)) })
        : t('rights.ended', { when: pastMoment(Date.parse(revokedAt), now) }),
      t('rights.ref', { ref }),
    ].join(' · '),
  }
}
