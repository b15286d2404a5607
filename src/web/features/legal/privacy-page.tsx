import './legal.css'
import { useId } from 'react'
import { regionElsewhere } from '#contract/operations/hosting-region.ts'
import { t, textWith } from '../../i18n/t.ts'
import { paths } from '../../router/paths.ts'
import { useServiceConfig } from '../../service/service-config.ts'
import { brand } from '../../ui/browser/brand.ts'
import { lazyPart } from '../../ui/lazy/lazy-part.tsx'
import { Link } from '../../ui/page/link.tsx'
import { Paragraphs, TextPage } from '../../ui/page/text-page.tsx'
import { browserRows } from './kept-rows.ts'
import { MailLine, OperatorBlock } from './operator-block.tsx'
import { RetentionTable } from './retention-table.tsx'

/** The operator's own part. */
const OwnPrivacy = lazyPart<object>(() => import('./own-privacy.tsx').then((part) => part.loadOwnPrivacy()))

/** Privacy policy: data processed, purposes, periods and processors, by the current settings. */
export default function PrivacyPage() {
  const config = useServiceConfig()
  const { operator, privacyMail, hostingRegion, processors, scanner } = config
  const hosting = t('privacy.place.text', { region: regionElsewhere(hostingRegion) ?? 'none' })
  return (
    <TextPage title={t('privacy.title')}>
      <p className="lede">{t('privacy.lede')}</p>
      <section>
        <h2>{t('privacy.short')}</h2>
        <ul className="bullets">
          <li>{t('privacy.short.account')}</li>
          <li>{t('privacy.short.gone')}</li>
          <li>{t('privacy.short.nobody')}</li>
          <li>{hosting}</li>
        </ul>
      </section>
      <section>
        <h2>{t('privacy.operator')}</h2>
        {operator ? <OperatorBlock operator={operator} /> : <p>{t('privacy.operatorUnknown')}</p>}
        <MailLine text="privacy.contact" mail={privacyMail} />
      </section>
      {brand?.privacy && <OwnPrivacy />}
      <section>
        <h2>{t('privacy.data')}</h2>
        <h3>{t('privacy.data.send')}</h3>
        <p>{t('privacy.data.send.text')}</p>
        <h3>{t('privacy.data.receive')}</h3>
        <p>{t('privacy.data.receive.text')}</p>
        <h3>{t('privacy.data.account')}</h3>
        <p>{t('privacy.data.account.text')}</p>
        <h3>{t('privacy.data.security')}</h3>
        <Paragraphs text={t('privacy.data.security.text', { scanner })} />
      </section>
      <section>
        <h2>{t('privacy.encryption')}</h2>
        <Paragraphs text={t('privacy.encryption.text')} />
      </section>
      <section>
        <h2>{t('privacy.kept')}</h2>
        <RetentionTable />
      </section>
      <section>
        <h2>{t('privacy.place')}</h2>
        <p>{hosting}</p>
        {processors.length > 0 ? (
          <>
            <p>{t('privacy.place.processors')}</p>
            <ul className="bullets">
              {processors.map((processor) => (
                <li key={processor}>{processor}</li>
              ))}
            </ul>
          </>
        ) : (
          <p>{t('privacy.place.noProcessors')}</p>
        )}
      </section>
      <section>
        <h2>{t('privacy.browser')}</h2>
        <p>{t('privacy.browser.text')}</p>
        <FactsTable caption={t('privacy.browser.caption')} rows={browserRows(config)} />
      </section>
      <section>
        <h2>{t('privacy.rights')}</h2>
        <Paragraphs text={t('privacy.rights.text')} />
        <p>{textWith('privacy.rights.open', { link: <Link to={paths.rights}>{t('nav.yourData')}</Link> })}</p>
        <MailLine text="privacy.contact" mail={privacyMail} />
      </section>
    </TextPage>
  )
}

type Props = {
  caption: string
  /** Kind of data, and how long it is kept. */
  rows: readonly (readonly [what: string, howLong: string])[]
}

/** Table of data and how long it is kept. */
function FactsTable({ caption, rows }: Props) {
  const id = useId()
  const [what, howLong] = [t('privacy.kept.what'), t('privacy.kept.howLong')]
  return (
    <>
      <p id={id} className="small muted">
        {caption}
      </p>
      <div className="facts-frame">
        {/* biome-ignore lint/a11y/noRedundantRoles: on a phone its rows are drawn as cards, which takes the roles away */}
        <table className="table" role="table" aria-labelledby={id}>
          <thead>
            <tr>
              <th scope="col">{what}</th>
              <th scope="col">{howLong}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(([thing, span]) => (
              <tr key={thing}>
                <td>{thing}</td>
                <td data-l={howLong}>{span}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}
