import { sizeUnits } from '../../../transfers/scale-size.ts'
import type { Sentences } from './sentence.ts'

export const it: Sentences = {
  units: sizeUnits,
  files: (count) => `${count} file`,
  open: 'Apri',
  say: {
    'transfer.created': ({ name, files, size }) =>
      name === undefined
        ? `Nuovo trasferimento: ${files}, ${size}.`
        : `“${name}” è stato inviato: ${files}, ${size}.`,
    'transfer.opened': ({ name }) =>
      name === undefined
        ? 'Qualcuno ha visto il contenuto di un trasferimento.'
        : `Qualcuno ha visto il contenuto di “${name}”.`,
    'transfer.downloaded': ({ name, downloads, limit }) => {
      const what = name === undefined ? 'Un trasferimento' : `“${name}”`
      return limit === undefined
        ? `${what} è stato scaricato. Download finora: ${downloads}.`
        : `${what} è stato scaricato: ${downloads} di ${limit}.`
    },
    'transfer.limit_reached': ({ name, limit }) =>
      `${name === undefined ? 'Un trasferimento' : `“${name}”`} ha raggiunto il limite di download (${limit}).`,
    'transfer.expiring': ({ name }) =>
      `${name === undefined ? 'Un trasferimento' : `“${name}”`} scade entro un’ora.`,
    'transfer.ended': ({ name, reason }) => {
      const what = name === undefined ? 'Un trasferimento' : `“${name}”`
      if (reason === 'expired') return `${what} è scaduto.`
      return reason === 'downloaded'
        ? `${what} è stato scaricato ed eliminato.`
        : `${what} è stato eliminato.`
    },
    'transfer.reported': ({ name }) =>
      `${name === undefined ? 'Un trasferimento' : `“${name}”`} è stato segnalato.`,
    'transfer.disabled': ({ name }) =>
      `${name === undefined ? 'Un trasferimento' : `“${name}”`} è stato bloccato dopo una segnalazione.`,
    'request.received': ({ name, files, fileCount, size }) => {
      const what = name === undefined ? 'una richiesta' : `“${name}”`
      return `${fileCount === 1 ? 'È arrivato' : 'Sono arrivati'} ${files} per ${what}, ${size}.`
    },
    'request.closed': ({ name }) =>
      name === undefined ? 'Una richiesta è stata chiusa.' : `La richiesta “${name}” è stata chiusa.`,
    'user.created': ({ name }) =>
      name === undefined ? 'È stato creato un nuovo account.' : `Nuovo account: ${name}.`,
    'webhook.test': () => 'Questa è una prova. Il webhook funziona.',
  },
}
