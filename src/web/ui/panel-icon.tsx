import { Drawing } from './icon.tsx'

/** Further line drawings, for the portal and the admin area: no other page carries them. */
const drawings = {
  search: 'M10.5 4a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13zM15.5 15.5 20 20',
  forward: 'M5 12h14m-6-6 6 6-6 6',
  refresh: 'M20 5v5h-5M19.5 10a8 8 0 1 0 .3 4',
  plus: 'M12 5v14M5 12h14',
  pencil: 'M4 20l1-4.5L16 4.5l3.5 3.5L8.5 19z',
  people:
    'M9 5a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7zM2.5 20c.5-3.5 3-5.5 6.5-5.5s6 2 6.5 5.5M15.5 5.3a3.5 3.5 0 0 1 0 6.4M18 14.8c2 .8 3.2 2.6 3.5 5.2',
  server: 'M4 4.5h16v6H4zM4 13.5h16v6H4zM7.5 7.5h.01M7.5 16.5h.01',
} as const

export type PanelIconName = keyof typeof drawings

/** Decoration only: the text beside it, or the button's label, says what it means. */
export function PanelIcon({ name }: { name: PanelIconName }) {
  return <Drawing path={drawings[name]} />
}
