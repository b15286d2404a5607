/** Line drawings on a 24 by 24 grid. */
const drawings = {
  close: 'm6 6 12 12M18 6 6 18',
  file: 'M6 3.5h8l4.5 4.5v12.5h-12.5zM13.5 3.5v5h5',
  folder: 'M3.5 6a1 1 0 0 1 1-1H9l2 2.5h8.5a1 1 0 0 1 1 1V18a1 1 0 0 1-1 1h-15a1 1 0 0 1-1-1z',
  upload: 'M12 16V4m-5 5 5-5 5 5M4 16v3a1 1 0 0 0 1 1h14a1 1 0 0 0 1-1v-3',
  download: 'M12 4v12m-5-5 5 5 5-5M4 17v2a1 1 0 0 0 1 1h14a1 1 0 0 0 1-1v-2',
  person: 'M12 4a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM4.5 20.5c.6-4 3.5-6 7.5-6s6.9 2 7.5 6',
  flag: 'M5 21V4h13l-2.5 4.5L18 13H5',
  lock: 'M6 10.5h12V20H6zM8.5 10.5V8a3.5 3.5 0 0 1 7 0v2.5',
  clock: 'M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17zM12 7.5V12l3 2',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 9.3a2.7 2.7 0 1 1 0 5.4 2.7 2.7 0 0 1 0-5.4z',
  chevron: 'm6 9.5 6 6 6-6',
  copy: 'M9 9h10.5v10.5H9zM5.5 15H4.5V4.5H15v1',
  qr: 'M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2.5v2.5M20 14v.01M14 20h.01M17.5 17.5H20V20h-2.5z',
  mail: 'M3.5 6h17v12.5h-17zM4 7l8 6 8-6',
  bin: 'M4.5 7h15M9.5 7V4.5h5V7M6.5 7l.8 13h9.4l.8-13M10 11v5m4-5v5',
  tick: 'm5 12.5 4.5 4.5L19 7',
  back: 'M19 12H5m6-6-6 6 6 6',
  shield: 'M12 3.5l7.5 2.5v6c0 4.5-3 7.5-7.5 9-4.5-1.5-7.5-4.5-7.5-9V6z',
  menu: 'M4 7h16M4 12h16M4 17h16',
  warning: 'M12 4 2.5 20h19zM12 10v4.5m0 2.5v.01',
} as const

export type IconName = keyof typeof drawings

/** Decorative: the text beside it, or the button's label, gives its meaning. */
export function Icon({ name, className }: { name: IconName; className?: string }) {
  return <Drawing path={drawings[name]} className={className} />
}

/** A line drawing as large as the text beside it. `path` is one on a 24 by 24 grid. */
export function Drawing({ path, className = '' }: { path: string; className?: string | undefined }) {
  return (
    <svg className={`i ${className}`} viewBox="0 0 24 24" aria-hidden="true">
      <path d={path} />
    </svg>
  )
}

/** The mark: a file going into a slot. The same drawing as mark.svg. */
export function Mark() {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="#FFD02E" />
      <path fill="#fff" d="M9 3.5h9.5L23 8v9H9z" />
      <path fill="#C9A100" d="M18.5 3.5 23 8h-4.5z" />
      <rect x="4.5" y="15" width="23" height="5.5" rx="2.75" fill="#121715" />
    </svg>
  )
}
