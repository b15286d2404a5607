import './life-line.css'
/** Remaining time drawn as a rule that shortens. `left` is the part still to go, 0 to 1; 0 is drawn empty. */
export function LifeLine({ left, className = '' }: { left: number; className?: string }) {
  return (
    <span
      className={`life ${left <= 0 ? 'life-none' : ''} ${className}`}
      style={{ '--p': left }}
      aria-hidden="true"
    />
  )
}
