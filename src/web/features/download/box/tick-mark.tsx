import { Icon } from '#web/ui/icons/icon.tsx'

/** The round mark beside what has been done. */
export function TickMark() {
  return (
    <span className="begun-mark">
      <Icon name="tick" />
    </span>
  )
}
