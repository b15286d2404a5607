import './legal.css'
import { useServiceConfig } from '../../api/service-config.ts'
import { t } from '../../i18n/t.ts'
import { paths } from '../../paths.ts'
import { TextPage } from '../../text-page.tsx'
import { Navigate } from '../../ui/router/navigate.tsx'
import { MailLine } from './mail-line.tsx'
import { OperatorBlock } from './operator-block.tsx'

/** Who runs the service. There is no such page where nobody has said so. */
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
