import { sizeUnits } from '../../../transfers/scale-size.ts'
import type { Sentences } from './sentence.ts'

export const de: Sentences = {
  units: sizeUnits,
  files: (count, rule) => (rule === 'one' ? `${count} Datei` : `${count} Dateien`),
  open: 'Öffnen',
  say: {
    'transfer.created': ({ name, files, size }) =>
      name === undefined
        ? `Ein Transfer wurde erstellt: ${files}, ${size}.`
        : `„${name}“ wurde gesendet: ${files}, ${size}.`,
    'transfer.opened': ({ name }) =>
      name === undefined
        ? 'Jemand hat in einen Transfer hineingesehen.'
        : `Jemand hat in „${name}“ hineingesehen.`,
    'transfer.downloaded': ({ name, downloads, limit }) => {
      const what = name === undefined ? 'Ein Transfer' : `„${name}“`
      return limit === undefined
        ? `${what} wurde heruntergeladen. Downloads bisher: ${downloads}.`
        : `${what} wurde heruntergeladen: ${downloads} von ${limit}.`
    },
    'transfer.limit_reached': ({ name, limit }) =>
      `${name === undefined ? 'Ein Transfer' : `„${name}“`} hat sein Download-Limit erreicht (${limit}).`,
    'transfer.expiring': ({ name }) =>
      `${name === undefined ? 'Ein Transfer' : `„${name}“`} läuft innerhalb einer Stunde ab.`,
    'transfer.ended': ({ name, reason }) => {
      const what = name === undefined ? 'Ein Transfer' : `„${name}“`
      if (reason === 'expired') return `${what} ist abgelaufen.`
      return reason === 'downloaded'
        ? `${what} wurde heruntergeladen und gelöscht.`
        : `${what} wurde gelöscht.`
    },
    'transfer.reported': ({ name }) => `${name === undefined ? 'Ein Transfer' : `„${name}“`} wurde gemeldet.`,
    'transfer.disabled': ({ name }) =>
      `${name === undefined ? 'Ein Transfer' : `„${name}“`} wurde nach einer Meldung gesperrt.`,
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
