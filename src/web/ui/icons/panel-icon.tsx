import { Drawing } from './icon.tsx'

/** Further line drawings, for the portal, the admin area and parts that are fetched later: not every page carries them. */
const drawings = {
  grid: 'M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z',
  inbox: 'M4 13.5 6.5 5h11l2.5 8.5V19H4zM4 13.5h4.5l1.5 2.5h4l1.5-2.5H20',
  device: 'M3.5 5h17v11h-17zM9 20h6m-3-4v4',
  share: 'M12 15V4m-4 3.5L12 4l4 3.5M6.5 11H5v9h14v-9h-1.5',
  bell: 'M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 1.5h-15zM10 20.5h4',
  search: 'M10.5 4a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13zM15.5 15.5 20 20',
  forward: 'M5 12h14m-6-6 6 6-6 6',
  refresh: 'M20 5v5h-5M19.5 10a8 8 0 1 0 .3 4',
  more: 'M5.5 11.5h1v1h-1zM11.5 11.5h1v1h-1zM17.5 11.5h1v1h-1z',
  link: 'M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.7-5.7l-1.4 1.4M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.7 5.7l1.4-1.4',
  plus: 'M12 5v14M5 12h14',
  pencil: 'M4 20l1-4.5L16 4.5l3.5 3.5L8.5 19z',
  people:
    'M9 5a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7zM2.5 20c.5-3.5 3-5.5 6.5-5.5s6 2 6.5 5.5M15.5 5.3a3.5 3.5 0 0 1 0 6.4M18 14.8c2 .8 3.2 2.6 3.5 5.2',
  key: 'M15.5 4a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9zM12.3 11.7 4.5 19.5m3-3 2.5 2.5m.5-5.5 2 2',
  server: 'M4 4.5h16v6H4zM4 13.5h16v6H4zM7.5 7.5h.01M7.5 16.5h.01',
  home: 'M4 11l8-7 8 7v9h-5.5v-6h-5v6H4z',
  leave: 'M10 4H5v16h5M15 8l4 4-4 4M19 12H9',
} as const

/** Decorative: the text beside it, or the button's label, gives its meaning. */
export function PanelIcon({ name }: { name: keyof typeof drawings }) {
  return <Drawing path={drawings[name]} />
}
