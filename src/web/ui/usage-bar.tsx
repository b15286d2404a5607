import './lists.css'
import type { CSSProperties } from 'react'

/** How full something is: red above 90 percent, yellow above 70, otherwise green. The number stands beside it. */
export function UsageBar({ percent }: { percent: number }) {
  const level = percent > 90 ? 'usage-full' : percent > 70 ? 'usage-high' : ''
  const style: CSSProperties & { '--p': number } = { '--p': Math.min(percent, 100) }
  return <span className={`bar usage ${level}`} style={style} aria-hidden="true" />
}
