import { sizeUnits } from '../../../transfers/scale-size.ts'
import type { Sentences } from './sentence.ts'

export const de: Sentences = {
  units: sizeUnits,
  files: (count, rule) => (rule === 'one' ? `${count} Datei` : `${count} Dateien`),
  open: 'Öffnen',
  say: {
    'transfer.created': ({ name, files, size }) =>
      name === undefined
        ? `Eine Übertragung wurde erstellt: ${files}, ${size}.`
        : `„${name}“ wurde gesendet: ${files}, ${size}.`,
    'transfer.opened': ({ name }) =>
      name === undefined
        ? 'Jemand hat den Inhalt einer Übertragung angesehen.'
        : `Jemand hat den Inhalt von „${name}“ angesehen.`,
    'transfer.downloaded': ({ name, downloads, limit }) => {
      const what = name === undefined ? 'Eine Übertragung' : `„${name}“`
      return limit === undefined
        ? `${what} wurde heruntergeladen. Downloads bisher: ${downloads}.`
        : `${what} wurde heruntergeladen: ${downloads} von ${limit}.`
    },
    'transfer.limit_reached': ({ name, limit }) =>
      `${name === undefined ? 'Eine Übertragung' : `„${name}“`} hat das Downloadlimit erreicht (${limit}).`,
    'transfer.expiring': ({ name }) =>
      `${name === undefined ? 'Eine Übertragung' : `„${name}“`} läuft innerhalb einer Stunde ab.`,
    'transfer.ended': ({ name, reason }) => {
      const what = name === undefined ? 'Eine Übertragung' : `„${name}“`
      if (reason === 'expired') return `${what} ist abgelaufen.`
      return reason === 'downloaded'
        ? `${what} wurde heruntergeladen und gelöscht.`
        : `${what} wurde gelöscht.`
    },
    'transfer.reported': ({ name }) =>
      `${name === undefined ? 'Eine Übertragung' : `„${name}“`} wurde gemeldet.`,
    'transfer.disabled': ({ name }) =>
      `${name === undefined ? 'Eine Übertragung' : `„${name}“`} wurde nach einer Meldung gesperrt.`,
    'request.received': ({ name, files, fileCount, size }) => {
      const what = name === undefined ? 'eine Anfrage' : `„${name}“`
      return `Für ${what} ${fileCount === 1 ? 'ist' : 'sind'} ${files} eingegangen, ${size}.`
    },
    'request.closed': ({ name }) =>
      name === undefined ? 'Eine Anfrage ist geschlossen.' : `Die Anfrage „${name}“ ist geschlossen.`,
    'user.created': ({ name }) =>
      name === undefined ? 'Ein neues Konto wurde angelegt.' : `Neues Konto: ${name}.`,
    'webhook.test': () => 'Das ist ein Test. Ihr Webhook funktioniert.',
  },
}
