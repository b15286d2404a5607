import { useQuery } from '@tanstack/react-query'
import type { Consent } from '#contract/accounts/consents.ts'
import { formatDateTime } from '#web/i18n/format/format.ts'
import { t } from '#web/i18n/t.ts'
import { consentsQuery } from '#web/service/queries.ts'
import { Icon } from '#web/ui/icons/icon.tsx'
import { WaitingRows } from '#web/ui/lists/waiting-rows.tsx'
import { SectionError } from '#web/ui/page/problems.tsx'

function titleOf({ purpose, version }: Consent): string {
  switch (purpose) {
    case 'terms':
      return t('profile.consent.terms', { version })
    case 'marketing':
      return t('profile.consent.marketing')
    case 'manage-mail':
      return t('profile.consent.manageMail')
    case 'stop-list':
      return t('profile.consent.stopList')
  }
}

/** Consents of the account: what was agreed to, when, and in which words. */
export function ConsentsSection() {
  const { data, isError, refetch } = useQuery(consentsQuery)
  return (
    <section className="card">
      <div className="head-row">
        <h2>{t('profile.consents')}</h2>
      </div>
      <p className="muted section-about">{t('profile.consentsText')}</p>
      {isError && !data && <SectionError text={t('profile.consentsFailed')} onRetry={() => void refetch()} />}
      {!data && !isError && <WaitingRows rows={2} />}
      {data?.length === 0 && <p className="section-about">{t('profile.noConsents')}</p>}
      <ul className="consents" aria-busy={!data}>
        {data?.map((consent) => {
          const { purpose, givenAt, withdrawnAt, textHash } = consent
          const times = [
            t('profile.consentGiven', { when: formatDateTime(Date.parse(givenAt)) }),
            ...(withdrawnAt === null
              ? []
              : [t('profile.consentWithdrawn', { when: formatDateTime(Date.parse(withdrawnAt)) })]),
          ]
          return (
            <li key={`${purpose} ${givenAt}`}>
              <Icon name={withdrawnAt === null ? 'tick' : 'close'} />
              <span>
                <b className="break">{titleOf(consent)}</b>
                <br />
                <span className="small muted">{times.join(' · ')}</span>
              </span>
              <a
                className="btn btn-quiet"
                href={`/api/consents/texts/${textHash}`}
                aria-label={t('profile.consentReadOf', { what: titleOf(consent) })}
              >
                {t('profile.consentRead')}
              </a>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
