import './legal.css'
import { t } from '../../i18n/t.ts'
import { paths } from '../../router/paths.ts'
import { Navigate } from '../../router/routes.tsx'
import { useServiceConfig } from '../../service/service-config.ts'
import { TextPage } from '../../ui/page/text-page.tsx'
import { MailLine, OperatorBlock } from './operator-block.tsx'

/** Operator of the service; redirects home if none is set. */
export default function ImprintPage() {
  const { operator, supportMail } = useServiceConfig()
  if (!operator) return <Navigate to={paths.home} />
  return (
    <TextPage title={t('imprint.title')}>
      <section>
        <h2>{t('imprint.who')}</h2>
        <OperatorBlock operator={operator} />
        <MailLine text="imprint.contact" mail={supportMail} />
      </section>
    </TextPage>
  )
}
