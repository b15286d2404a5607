import '../lists/lists.css'

/** How full something is: red above 90 percent, yellow above 70, otherwise green. The number stands beside it. */
export function UsageBar({ percent }: { percent: number }) {
  const level = percent > 90 ? 'usage-full' : percent > 70 ? 'usage-high' : ''
  return (
    <span className={`bar usage ${level}`} style={{ '--p': Math.min(percent, 100) }} aria-hidden="true" />
  )
}
