import './footer.css'
import { use } from 'react'
import { defaultName, textIn } from '#contract/operations/branding/names.ts'
import { spokenLanguage } from '../../i18n/language.ts'
import { t } from '../../i18n/t.ts'
import { paths } from '../../router/paths.ts'
import { canSignUp, ServiceConfigContext } from '../../service/service-config.ts'
import { brand, productName } from '../../ui/browser/brand.ts'
import { lazyExtra } from '../../ui/lazy/lazy-part.tsx'
import { Link } from '../../ui/page/link.tsx'

const Choices = lazyExtra(() => import('./choices.tsx'))

export function Footer() {
  const config = use(ServiceConfigContext)
  return (
    <footer className="foot">
      {brand?.links.map(({ label, url }) => (
        <a key={url} href={url} rel="noreferrer">
          {textIn(label, spokenLanguage()) || url}
        </a>
      ))}
      <Link to={paths.upload}>{t('nav.upload')}</Link>
      <Link to={paths.portal}>{t('nav.myFiles')}</Link>
      {canSignUp(config) && <Link to={paths.register}>{t('nav.signUp')}</Link>}
      {config?.plans !== 'hidden' && !brand?.hidePricing && (
        <Link to={paths.pricing}>{t('nav.pricing')}</Link>
      )}
      <Link to={paths.privacy}>{t('nav.privacy')}</Link>
      <Link to={paths.terms}>{t('nav.terms')}</Link>
      <Link to={paths.rights}>{t('nav.yourData')}</Link>
      {config?.operator && <Link to={paths.imprint}>{t('nav.imprint')}</Link>}
      <span className="foot-end">
        {config?.supportMail && <a href={`mailto:${config.supportMail}`}>{config.supportMail}</a>}
        {config?.socialUrl && (
          <a href={config.socialUrl} rel="me noreferrer">
            {new URL(config.socialUrl).hostname}
          </a>
        )}
        {productName !== defaultName && brand?.poweredBy && (
          <span className="foot-word">{t('footer.poweredBy')}</span>
        )}
        <span className="foot-choices">
          <Choices />
        </span>
      </span>
    </footer>
  )
}
