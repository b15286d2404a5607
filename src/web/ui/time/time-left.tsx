import '../lists/lists.css'
import { ExactTime } from '../facts/exact.tsx'
import { LifeLine } from './life-line.tsx'
import { partLeft } from './part-left.ts'
import { remainingText } from './remaining-text.ts'
import { remainingTime } from './remaining-time.ts'
import { useNow } from './use-now.ts'

/** Milliseconds before the end from which on it is late. */
const late = 3_600_000

/** How long something is still there, in a table: in words and as a line. Times as ISO 8601 has them. */
export function TimeLeft({ from, until }: { from: string; until: string }) {
  const [start, end] = [Date.parse(from), Date.parse(until)]
  const now = useNow({ every: 15_000, until: end })
  const left = Math.max(0, end - now)
  const isLate = left > 0 && left < late
  return (
    <span className="exp">
      <ExactTime at={until} className={left === 0 ? 'muted' : isLate ? 'late' : ''}>
        {remainingText(remainingTime(end, now))}
      </ExactTime>
      <LifeLine
        left={partLeft({ from: start, until: end, now })}
        className={`life-s ${isLate ? 'life-late' : ''}`}
      />
    </span>
  )
}
