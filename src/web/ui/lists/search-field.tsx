import './lists.css'
import { useEffect, useEffectEvent, useState } from 'react'
import { PanelIcon } from '../icons/panel-icon.tsx'

/** Milliseconds without a further letter after which a search begins. */
const pause = 300

type Props = {
  label: string
  /** Current search text. */
  search: string
  onSearch: (search: string) => void
}

/** Text to look for; the search begins when the typing has paused. */
export function SearchField({ label, search, onSearch }: Props) {
  const [typed, setTyped] = useState(search)
  const [seen, setSeen] = useState(search)
  const [asked, setAsked] = useState(search)
  if (search !== seen) {
    setSeen(search)
    // Something else than typing has changed it, such as the way back.
    if (search !== asked) {
      setAsked(search)
      setTyped(search)
    }
  }
  const begin = useEffectEvent(onSearch)
  useEffect(() => {
    const wanted = typed.trim()
    if (wanted === asked) return undefined
    const timer = setTimeout(() => {
      setAsked(wanted)
      begin(wanted)
    }, pause)
    return () => clearTimeout(timer)
  }, [typed, asked])
  return (
    <div className="affix affix-lead list-search">
      <PanelIcon name="search" />
      <input
        className="input"
        type="search"
        aria-label={label}
        placeholder={label}
        maxLength={200}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          // Inside a form it would send that.
          if (event.key === 'Enter') event.preventDefault()
        }}
      />
    </div>
  )
}
