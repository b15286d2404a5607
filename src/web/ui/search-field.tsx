import './lists.css'
import { useEffect, useState } from 'react'
import { PanelIcon } from './panel-icon.tsx'

/** Milliseconds without a further letter after which a search begins. */
const pause = 300

type Props = {
  label: string
  /** What is looked for at the moment. */
  search: string
  /** Has to stay the same function from one rendering to the next. */
  onSearch: (search: string) => void
}

/** Text to look for; the search begins when the typing has paused. */
export function SearchField({ label, search, onSearch }: Props) {
  const [typed, setTyped] = useState(search)
  useEffect(() => {
    const wanted = typed.trim()
    if (wanted === search) return undefined
    const timer = setTimeout(() => onSearch(wanted), pause)
    return () => clearTimeout(timer)
  }, [typed, search, onSearch])
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
      />
    </div>
  )
}
