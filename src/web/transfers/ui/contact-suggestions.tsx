import './contact-suggestions.css'
import { type RefObject, useEffect, useId, useRef, useState } from 'react'
import type { Contact } from '#contract/accounts/contacts.ts'
import { client } from '../../accounts/client.ts'
import { t } from '../../i18n/t.ts'
import { announce } from '../../ui/messages/announce.tsx'

/** How many contacts are suggested at a time. */
const max = 6
/** Milliseconds without a key before the server is asked. */
const pauseMs = 150

type Props = {
  /** The field that stands right before this and is made a combobox. */
  input: RefObject<HTMLInputElement | null>
  /** Its value. */
  text: string
  /** Addresses that need not be suggested. */
  taken: readonly string[]
  onPick: (email: string) => void
}

type Found = { readonly search: string; readonly contacts: readonly Contact[] }

/**
 * Suggests the account's contacts below a field for email addresses: arrows move, Enter or a click picks, Escape closes. The
 * field works without it, and when contacts cannot be loaded.
 */
export default function ContactSuggestions({ input, text, taken, onPick }: Props) {
  const id = useId()
  const [found, setFound] = useState<Found>({ search: '', contacts: [] })
  const [closed, setClosed] = useState(false)
  const [active, setActive] = useState(-1)
  const search = text.trim()
  const known = new Set(taken.map((email) => email.toLowerCase()))
  const offered = search === '' || closed ? [] : found.contacts.filter(isOffered)
  const open = offered.length > 0

  /** Keeps matching results of the previous search until the next answer. */
  function isOffered({ name, email }: Contact): boolean {
    const fits = found.search === search || `${name} ${email}`.toLowerCase().includes(search.toLowerCase())
    return fits && !known.has(email.toLowerCase())
  }

  useEffect(() => {
    setClosed(false)
    setActive(-1)
    if (search === '') return undefined
    const stop = new AbortController()
    const timer = setTimeout(() => {
      const query = { search, pageSize: max }
      client.call('contacts', { query, signal: stop.signal }).then(
        ({ contacts }) => setFound({ search, contacts }),
        () => {
          if (!stop.signal.aborted) setFound({ search, contacts: [] })
        },
      )
    }, pauseMs)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [search])

  useEffect(() => {
    if (offered.length > 0) announce(t('mail.suggestions', { count: offered.length }))
  }, [offered.length])

  useEffect(() => {
    const field = input.current
    if (!field) return undefined
    const attributes = {
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-expanded': String(open),
      ...(open && { 'aria-controls': id }),
      ...(open && active >= 0 && { 'aria-activedescendant': `${id}-${active}` }),
    }
    for (const [name, value] of Object.entries(attributes)) field.setAttribute(name, value)
    return () => {
      for (const name of Object.keys(attributes)) field.removeAttribute(name)
    }
  }, [input, id, open, active])

  // Runs before the field's own key handler, so that a key that picks a suggestion does not also act on the typed text.
  const keys = useRef<(event: KeyboardEvent) => void>(undefined)
  useEffect(() => {
    keys.current = (event) => {
      if (!open) return
      const picked = offered[active]
      if (event.key === 'ArrowDown') setActive((active + 1) % offered.length)
      else if (event.key === 'ArrowUp') setActive((active <= 0 ? offered.length : active) - 1)
      else if (event.key === 'Escape') setClosed(true)
      else if (event.key === 'Enter' && picked) onPick(picked.email)
      else return
      event.preventDefault()
      event.stopPropagation()
    }
  })
  useEffect(() => {
    const field = input.current
    if (!field) return undefined
    const press = (event: KeyboardEvent) => keys.current?.(event)
    const leave = () => setClosed(true)
    field.addEventListener('keydown', press)
    field.addEventListener('blur', leave)
    return () => {
      field.removeEventListener('keydown', press)
      field.removeEventListener('blur', leave)
    }
  }, [input])

  if (!open) return null
  return (
    <div className="suggestions">
      <div role="listbox" id={id} aria-label={t('mail.contacts')}>
        {offered.map(({ id: contactId, name, email }, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard stays in the field, which names the active one
          <div
            key={contactId}
            role="option"
            id={`${id}-${index}`}
            tabIndex={-1}
            aria-selected={index === active}
            // The field keeps the focus: blurring it would add the typed text.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => onPick(email)}
          >
            <b className="break">{name}</b>
            <span className="small muted break">{email}</span>
          </div>
        ))}
      </div>
    </div>
  )
}
