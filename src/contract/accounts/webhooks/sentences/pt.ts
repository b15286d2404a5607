import { sizeUnits } from '../../../transfers/scale-size.ts'
import type { Sentences } from './sentence.ts'

export const pt: Sentences = {
  units: sizeUnits,
  files: (count, rule) => (rule === 'one' ? `${count} ficheiro` : `${count} ficheiros`),
  open: 'Abrir',
  say: {
    'transfer.created': ({ name, files, size }) =>
      name === undefined
        ? `Foi criada uma transferência: ${files}, ${size}.`
        : `«${name}» foi enviado: ${files}, ${size}.`,
    'transfer.opened': ({ name }) =>
      name === undefined
        ? 'Alguém viu o conteúdo de uma transferência.'
        : `Alguém viu o conteúdo de «${name}».`,
    'transfer.downloaded': ({ name, downloads, limit }) => {
      const what = name === undefined ? 'Download de uma transferência' : `Download de «${name}»`
      return limit === undefined
        ? `${what}. Downloads até agora: ${downloads}.`
        : `${what}: ${downloads} de ${limit}.`
    },
    'transfer.limit_reached': ({ name, limit }) =>
      `${name === undefined ? 'Uma transferência' : `«${name}»`} atingiu o limite de downloads (${limit}).`,
    'transfer.expiring': ({ name }) =>
      `${name === undefined ? 'Uma transferência' : `«${name}»`} expira dentro de uma hora.`,
    'transfer.ended': ({ name, reason }) => {
      const what = name === undefined ? 'Uma transferência' : `«${name}»`
      if (reason === 'expired') return `${what} expirou.`
      if (name === undefined)
        return reason === 'downloaded' ? `${what} foi descarregada e eliminada.` : `${what} foi eliminada.`
      return reason === 'downloaded' ? `${what} foi descarregado e eliminado.` : `${what} foi eliminado.`
    },
    'transfer.reported': ({ name }) =>
      name === undefined ? 'Uma transferência foi denunciada.' : `«${name}» foi denunciado.`,
    'transfer.disabled': ({ name }) =>
      name === undefined
        ? 'Uma transferência foi bloqueada após uma denúncia.'
        : `«${name}» foi bloqueado após uma denúncia.`,
    'request.received': ({ name, files, fileCount, size }) => {
      const what = name === undefined ? 'um pedido' : `«${name}»`
      return `${fileCount === 1 ? 'Chegou' : 'Chegaram'} ${files} para ${what}, ${size}.`
    },
    'request.closed': ({ name }) =>
      name === undefined ? 'Um pedido foi fechado.' : `O pedido «${name}» foi fechado.`,
    'user.created': ({ name }) =>
      name === undefined ? 'Foi criada uma nova conta.' : `Nova conta: ${name}.`,
    'webhook.test': () => 'Isto é um teste. O seu webhook funciona.',
  },
}
