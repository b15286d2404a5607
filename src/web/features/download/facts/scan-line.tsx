import { use } from 'react'
import type { ScanVerdict } from '#contract/transfers/files.ts'
import { ServiceConfigContext } from '#web/service/service-config.ts'
import { Icon } from '../../../ui/icons/icon.tsx'
import { scanLineText } from './scan-line-text.ts'

/** The result of the scan. A file that could not be scanned gets a warning. */
export function ScanLine({ verdict }: { verdict: ScanVerdict }) {
  const scanner = use(ServiceConfigContext)?.scanner ?? 'built-in'
  const unscanned = verdict === 'unscanned'
  return (
    <p className={unscanned ? 'note note-warn gap-above' : 'scan-line'}>
      <Icon name={unscanned ? 'warning' : 'shield'} />
      {scanLineText(verdict, scanner)}
    </p>
  )
}
