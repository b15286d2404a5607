import type { ServiceConfig } from '#contract/service.ts'
import { type TextKey, t } from '../../i18n/t.ts'
import { Icon, type IconName } from '../../ui/icons/icon.tsx'

const protection: Record<ServiceConfig['scanner'], TextKey> = {
  clamd: 'home.scannedAndEncrypted',
  'built-in': 'home.checkedAndEncrypted',
  off: 'home.encrypted',
}

/** Three things a sender may rely on; never more than the server does. */
export function FactList({ scanner }: { scanner: ServiceConfig['scanner'] }) {
  const facts: [IconName, TextKey][] = [
    ['flag', 'home.hosted'],
    ['lock', protection[scanner]],
    ['clock', 'home.deleted'],
  ]
  return (
    <ul className="facts">
      {facts.map(([icon, text]) => (
        <li key={text}>
          <Icon name={icon} />
          {t(text)}
        </li>
      ))}
    </ul>
  )
}
