import type { Sentences } from './sentence.ts'

export const fr: Sentences = {
  units: ['o', 'Ko', 'Mo', 'Go', 'To'],
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
      `${name === undefined ? 'Un transfert' : `«\u00a0${name}\u00a0»`} a été désactivé à la suite d’un signalement.`,
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
