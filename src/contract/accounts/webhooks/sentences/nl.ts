import { sizeUnits } from '../../../transfers/scale-size.ts'
import type { Sentences } from './sentence.ts'

export const nl: Sentences = {
  units: sizeUnits,
  files: (count, rule) => (rule === 'one' ? `${count} bestand` : `${count} bestanden`),
  open: 'Openen',
  say: {
    'transfer.created': ({ name, files, size }) =>
      name === undefined
        ? `Er is een transfer aangemaakt: ${files}, ${size}.`
        : `“${name}” is verzonden: ${files}, ${size}.`,
    'transfer.opened': ({ name }) =>
      name === undefined
        ? 'Iemand heeft de inhoud van een transfer bekeken.'
        : `Iemand heeft de inhoud van “${name}” bekeken.`,
    'transfer.downloaded': ({ name, downloads, limit }) => {
      const what = name === undefined ? 'Een transfer' : `“${name}”`
      return limit === undefined
        ? `${what} is gedownload. Downloads tot nu toe: ${downloads}.`
        : `${what} is gedownload: ${downloads} van ${limit}.`
    },
    'transfer.limit_reached': ({ name, limit }) =>
      `${name === undefined ? 'Een transfer' : `“${name}”`} heeft de downloadlimiet bereikt (${limit}).`,
    'transfer.expiring': ({ name }) =>
      `${name === undefined ? 'Een transfer' : `“${name}”`} verloopt binnen een uur.`,
    'transfer.ended': ({ name, reason }) => {
      const what = name === undefined ? 'Een transfer' : `“${name}”`
      if (reason === 'expired') return `${what} is verlopen.`
      return reason === 'downloaded' ? `${what} is gedownload en verwijderd.` : `${what} is verwijderd.`
    },
    'transfer.reported': ({ name }) => `${name === undefined ? 'Een transfer' : `“${name}”`} is gemeld.`,
    'transfer.disabled': ({ name }) =>
      `${name === undefined ? 'Een transfer' : `“${name}”`} is na een melding geblokkeerd.`,
    'request.received': ({ name, files, fileCount, size }) => {
      const what = name === undefined ? 'een verzoek' : `“${name}”`
      return `Voor ${what} ${fileCount === 1 ? 'is' : 'zijn'} ${files} ontvangen, ${size}.`
    },
    'request.closed': ({ name }) =>
      name === undefined ? 'Een verzoek is gesloten.' : `Het verzoek “${name}” is gesloten.`,
    'user.created': ({ name }) =>
      name === undefined ? 'Er is een nieuw account aangemaakt.' : `Nieuw account: ${name}.`,
    'webhook.test': () => 'Dit is een test. Uw webhook werkt.',
  },
}
