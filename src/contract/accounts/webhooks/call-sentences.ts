import type { Language } from '../../languages.ts'
import { scaleSize, sizeUnits } from '../../transfers/scale-size.ts'
import type { WebhookCallType } from './webhook-kinds.ts'
import type { WebhookFacts } from './webhooks.ts'

/** Facts of a call, in the words of a language. */
type Told = {
  readonly name: string | undefined
  readonly files: string
  readonly fileCount: number
  readonly size: string
  readonly downloads: string
  readonly limit: string | undefined
  readonly reason: WebhookFacts['reason']
}

type Sentences = {
  /** Names of units of bytes. */
  readonly units: readonly [string, string, string, string]
  /** Number of files, such as "3 files". */
  files(count: string, rule: Intl.LDMLPluralRule): string
  /** Label of the link to the portal. */
  readonly open: string
  readonly say: Readonly<Record<WebhookCallType, (told: Told) => string>>
}

const en: Sentences = {
  units: sizeUnits,
  files: (count, rule) => (rule === 'one' ? `${count} file` : `${count} files`),
  open: 'Open',
  say: {
    'transfer.created': ({ name, files, size }) =>
      name === undefined
        ? `A transfer was created: ${files}, ${size}.`
        : `“${name}” was sent: ${files}, ${size}.`,
    'transfer.opened': ({ name }) =>
      name === undefined ? 'Someone looked into a transfer.' : `Someone looked into “${name}”.`,
    'transfer.downloaded': ({ name, downloads, limit }) => {
      const what = name === undefined ? 'A transfer' : `“${name}”`
      return limit === undefined
        ? `${what} was downloaded. Downloads so far: ${downloads}.`
        : `${what} was downloaded: ${downloads} of ${limit}.`
    },
    'transfer.limit_reached': ({ name, limit }) =>
      `${name === undefined ? 'A transfer' : `“${name}”`} reached its download limit (${limit}).`,
    'transfer.expiring': ({ name }) =>
      `${name === undefined ? 'A transfer' : `“${name}”`} expires within the hour.`,
    'transfer.ended': ({ name, reason }) => {
      const what = name === undefined ? 'A transfer' : `“${name}”`
      if (reason === 'expired') return `${what} has expired.`
      return reason === 'downloaded' ? `${what} was downloaded and deleted.` : `${what} was deleted.`
    },
    'transfer.reported': ({ name }) => `${name === undefined ? 'A transfer' : `“${name}”`} was reported.`,
    'transfer.disabled': ({ name }) =>
      `${name === undefined ? 'A transfer' : `“${name}”`} was disabled after a report.`,
    'request.received': ({ name, files, fileCount, size }) => {
      const what = name === undefined ? 'a request' : `“${name}”`
      return `${files} ${fileCount === 1 ? 'has' : 'have'} arrived for ${what}, ${size}.`
    },
    'request.closed': ({ name }) =>
      name === undefined ? 'A request has closed.' : `The request “${name}” has closed.`,
    'user.created': ({ name }) =>
      name === undefined ? 'A new account was created.' : `New account: ${name}.`,
    'webhook.test': () => 'This is a test. Your webhook works.',
  },
}

const de: Sentences = {
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

const fr: Sentences = {
  units: ['o', 'Ko', 'Mo', 'Go'],
  files: (count, rule) => (rule === 'one' ? `${count} fichier` : `${count} fichiers`),
  open: 'Ouvrir',
  say: {
    'transfer.created': ({ name, files, size }) =>
      name === undefined
        ? `Un transfert a été créé\u00a0: ${files}, ${size}.`
        : `«\u00a0${name}\u00a0» a été envoyé\u00a0: ${files}, ${size}.`,
    'transfer.opened': ({ name }) =>
      name === undefined
        ? 'Quelqu’un a consulté le contenu d’un transfert.'
        : `Quelqu’un a consulté le contenu de «\u00a0${name}\u00a0».`,
    'transfer.downloaded': ({ name, downloads, limit }) => {
      const what = name === undefined ? 'Un transfert' : `«\u00a0${name}\u00a0»`
      return limit === undefined
        ? `${what} a été téléchargé. Téléchargements jusqu’ici\u00a0: ${downloads}.`
        : `${what} a été téléchargé\u00a0: ${downloads} sur ${limit}.`
    },
    'transfer.limit_reached': ({ name, limit }) =>
      `${name === undefined ? 'Un transfert' : `«\u00a0${name}\u00a0»`} a atteint sa limite de téléchargements (${limit}).`,
    'transfer.expiring': ({ name }) =>
      `${name === undefined ? 'Un transfert' : `«\u00a0${name}\u00a0»`} expire dans l’heure.`,
    'transfer.ended': ({ name, reason }) => {
      const what = name === undefined ? 'Un transfert' : `«\u00a0${name}\u00a0»`
      if (reason === 'expired') return `${what} a expiré.`
      return reason === 'downloaded' ? `${what} a été téléchargé puis supprimé.` : `${what} a été supprimé.`
    },
    'transfer.reported': ({ name }) =>
      `${name === undefined ? 'Un transfert' : `«\u00a0${name}\u00a0»`} a été signalé.`,
    'transfer.disabled': ({ name }) =>
      `${name === undefined ? 'Un transfert' : `«\u00a0${name}\u00a0»`} a été bloqué à la suite d’un signalement.`,
    'request.received': ({ name, files, fileCount, size }) => {
      const what = name === undefined ? 'une demande' : `«\u00a0${name}\u00a0»`
      return `${files} ${fileCount === 1 ? 'est arrivé' : 'sont arrivés'} pour ${what}, ${size}.`
    },
    'request.closed': ({ name }) =>
      name === undefined ? 'Une demande est close.' : `La demande «\u00a0${name}\u00a0» est close.`,
    'user.created': ({ name }) =>
      name === undefined ? 'Un nouveau compte a été créé.' : `Nouveau compte\u00a0: ${name}.`,
    'webhook.test': () => 'Ceci est un test. Votre webhook fonctionne.',
  },
}

const languages: Readonly<Record<Language, Sentences>> = { en, de, fr }

/** A call as a sentence, and the label of its link, in the language of its owner. */
export function tellCall(
  type: WebhookCallType,
  facts: WebhookFacts,
  language: Language,
): { sentence: string; open: string } {
  const { units, files, open, say } = languages[language]
  const number = new Intl.NumberFormat(language)
  const fileCount = facts.files ?? 0
  const size = scaleSize(facts.bytes ?? 0)
  const amount = new Intl.NumberFormat(language, { maximumFractionDigits: size.digits }).format(size.value)
  const told = {
    name: facts.name === undefined ? undefined : oneLine(facts.name),
    fileCount,
    files: files(number.format(fileCount), new Intl.PluralRules(language).select(fileCount)),
    size: `${amount}\u00a0${units[size.unit]}`,
    downloads: number.format(facts.downloads ?? 0),
    limit: typeof facts.limit === 'number' ? number.format(facts.limit) : undefined,
    reason: facts.reason,
  }
  return { sentence: say[type](told), open }
}

/** Names of strangers' making, without breaks and signs that turn the direction of text. */
function oneLine(name: string): string {
  return name.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ').trim()
}
