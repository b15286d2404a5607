import { sizeUnits } from '../../../transfers/scale-size.ts'
import type { Sentences } from './sentence.ts'

const files: Readonly<Record<string, string>> = { one: 'plik', few: 'pliki', many: 'plików' }

export const pl: Sentences = {
  units: sizeUnits,
  files: (count, rule) => `${count} ${files[rule] ?? 'pliku'}`,
  open: 'Otwórz',
  say: {
    'transfer.created': ({ name, files, size }) =>
      name === undefined ? `Utworzono transfer: ${files}, ${size}.` : `Wysłano „${name}”: ${files}, ${size}.`,
    'transfer.opened': ({ name }) =>
      name === undefined ? 'Ktoś obejrzał zawartość transferu.' : `Ktoś obejrzał zawartość „${name}”.`,
    'transfer.downloaded': ({ name, downloads, limit }) => {
      const what = name === undefined ? 'Pobrano transfer' : `Pobrano „${name}”`
      return limit === undefined
        ? `${what}. Pobrania do tej pory: ${downloads}.`
        : `${what}: ${downloads} z ${limit}.`
    },
    'transfer.limit_reached': ({ name, limit }) =>
      `${name === undefined ? 'Transfer' : `„${name}”`}: osiągnięto limit pobrań (${limit}).`,
    'transfer.expiring': ({ name }) =>
      `${name === undefined ? 'Transfer' : `„${name}”`} wygasa w ciągu godziny.`,
    'transfer.ended': ({ name, reason }) => {
      const what = name === undefined ? 'Transfer' : `„${name}”`
      if (reason === 'expired') return `${what}: ważność minęła.`
      return reason === 'downloaded' ? `${what}: pobrano i usunięto.` : `${what}: usunięto.`
    },
    'transfer.reported': ({ name }) => (name === undefined ? 'Zgłoszono transfer.' : `Zgłoszono „${name}”.`),
    'transfer.disabled': ({ name }) =>
      `Po zgłoszeniu zablokowano ${name === undefined ? 'transfer' : `„${name}”`}.`,
    'request.received': ({ name, files, size }) =>
      `Nadesłano na ${name === undefined ? 'prośbę' : `prośbę „${name}”`}: ${files}, ${size}.`,
    'request.closed': ({ name }) =>
      name === undefined ? 'Zamknięto prośbę.' : `Zamknięto prośbę „${name}”.`,
    'user.created': ({ name }) => (name === undefined ? 'Utworzono nowe konto.' : `Nowe konto: ${name}.`),
    'webhook.test': () => 'To jest test. Twój webhook działa.',
  },
}
