import './life-line.css'
import type { CSSProperties } from 'react'

/** Remaining time drawn as a rule that shortens. `left` is the part still to go, 0 to 1; 0 is drawn empty. */
export function LifeLine({ left, className = '' }: { left: number; className?: string }) {
  const style: CSSProperties & { '--p': number } = { '--p': left }
  return (
    <span className={`life ${left <= 0 ? 'life-none' : ''} ${className}`} style={style} aria-hidden="true" />
  )
}
