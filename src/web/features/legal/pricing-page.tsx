import './legal.css'
import type { ReactNode } from 'react'
import { useSession } from '../../accounts/session.ts'
import { formatDuration, formatSize } from '../../i18n/format/format.ts'
import { t } from '../../i18n/t.ts'
import { paths } from '../../router/paths.ts'
import { Navigate } from '../../router/routes.tsx'
import { useServiceConfig } from '../../service/service-config.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import { Link } from '../../ui/page/link.tsx'
import { TextPage } from '../../ui/page/text-page.tsx'

/** Features without an account, with a free one, and with Pro, which is still to come; redirects home where plans are hidden. */
export default function PricingPage() {
  const { limits, expiryOptions, registrationOpen, plans } = useServiceConfig()
  const session = useSession()
  if (plans === 'hidden') return <Navigate to={paths.home} />
  const lives = expiryOptions.map(({ duration }) => duration)
  const freeLives = expiryOptions.filter(({ pro }) => !pro).map(({ duration }) => duration)
  const free = {
    file: limits.fileSize.free,
    transfer: limits.transferSize.free,
    from: Math.min(...freeLives),
    to: Math.max(...freeLives),
  }
  const pro = {
    file: limits.fileSize.pro,
    transfer: limits.transferSize.pro,
    from: Math.min(...lives),
    to: Math.max(...lives),
  }
  return (
    <TextPage title={t('pricing.title')}>
      <p className="lede">{t('pricing.lede')}</p>
      <div className="plans">
        <Plan
          name={t('pricing.guest')}
          text={t('pricing.guestText')}
          price={t('pricing.noCost')}
          figures={free}
        >
          <Feature>{t('pricing.password')}</Feature>
          <Feature>{t('pricing.deletionLink')}</Feature>
          <Link className="btn btn-primary" to={paths.home}>
            {t('pricing.upload')}
          </Link>
        </Plan>
        <Plan
          name={t('pricing.free')}
          text={t('pricing.freeText')}
          price={t('pricing.noCost')}
          figures={free}
        >
          <Feature>{t('pricing.overview')}</Feature>
          <Feature>{t('pricing.contacts')}</Feature>
          <Feature>{t('pricing.quantum')}</Feature>
          <Feature>{t('pricing.mails')}</Feature>
          {session.status === 'guest' && registrationOpen && (
            <Link className="btn btn-line" to={paths.register}>
              {t('account.create')}
            </Link>
          )}
        </Plan>
        <Plan name={t('pricing.pro')} text={t('pricing.proText')} price={t('pricing.soon')} figures={pro}>
          <Feature>{t('pricing.everything')}</Feature>
          <p className="small muted">{t('pricing.soonText')}</p>
        </Plan>
      </div>
    </TextPage>
  )
}

type PlanProps = {
  name: string
  text: string
  price: string
  /** Sizes in bytes, times in milliseconds. */
  figures: { file: number; transfer: number; from: number; to: number }
  children: ReactNode
}

function Plan({ name, text, price, figures: { file, transfer, from, to }, children }: PlanProps) {
  const kept = { from: formatDuration(from, 'long'), to: formatDuration(to, 'long') }
  return (
    <section className="card plan">
      <h2>{name}</h2>
      <p className="muted">{text}</p>
      <p className="price">{price}</p>
      <dl>
        <dt>{t('pricing.largest')}</dt>
        <dd className="num">{formatSize(file)}</dd>
        <dt>{t('pricing.allFiles')}</dt>
        <dd className="num">{formatSize(transfer)}</dd>
        <dt>{t('pricing.expiry')}</dt>
        <dd className="num">{t('pricing.expiryRange', kept)}</dd>
      </dl>
      {children}
    </section>
  )
}

function Feature({ children }: { children: string }) {
  return (
    <p className="feature">
      <Icon name="tick" />
      {children}
    </p>
  )
}
