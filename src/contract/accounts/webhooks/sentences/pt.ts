import { sizeUnits } from '../../../transfers/scale-size.ts'
import type { Sentences } from './sentence.ts'

export const pt: Sentences = {
  units: sizeUnits,
  files: (count, rule) => {
    if (rule === 'one') return `${count} ficheiro`
    return rule === 'many' ? `${count} de ficheiros` : `${count} ficheiros`
  },
  open: 'Abrir',
  say: {
    'transfer.created': ({ name, files, size }) =>
      name === undefined
        ? `Foi criada uma transferência: ${files}, ${size}.`
        : `A transferência «${name}» foi enviada: ${files}, ${size}.`,
    'transfer.opened': ({ name }) =>
      name === undefined
        ? 'Alguém viu o conteúdo de uma transferência.'
        : `Alguém viu o conteúdo da transferência «${name}».`,
    'transfer.downloaded': ({ name, downloads, limit }) => {
      const what = name === undefined ? 'Uma transferência' : `A transferência «${name}»`
      return limit === undefined
        ? `${what} foi descarregada. Downloads até agora: ${downloads}.`
        : `${what} foi descarregada: ${downloads} de ${limit}.`
    },
    'transfer.limit_reached': ({ name, limit }) =>
      `${name === undefined ? 'Uma transferência' : `A transferência «${name}»`} atingiu o limite de downloads (${limit}).`,
    'transfer.expiring': ({ name }) =>
      `${name === undefined ? 'Uma transferência' : `A transferência «${name}»`} expira dentro de uma hora.`,
    'transfer.ended': ({ name, reason }) => {
      const what = name === undefined ? 'Uma transferência' : `A transferência «${name}»`
      if (reason === 'expired') return `${what} expirou.`
      return reason === 'downloaded' ? `${what} foi descarregada e eliminada.` : `${what} foi eliminada.`
    },
    'transfer.reported': ({ name }) =>
      `${name === undefined ? 'Uma transferência' : `A transferência «${name}»`} foi denunciada.`,
    'transfer.disabled': ({ name }) =>
      `${name === undefined ? 'Uma transferência' : `A transferência «${name}»`} foi bloqueada após uma denúncia.`,
    'request.received': ({ name, files, fileCount, size }) => {
      const what = name === undefined ? 'um pedido' : `o pedido «${name}»`
      return `${fileCount === 1 ? 'Chegou' : 'Chegaram'} ${files} para ${what}, ${size}.`
    },
    'request.closed': ({ name }) =>
      name === undefined ? 'Um pedido foi fechado.' : `O pedido «${name}» foi fechado.`,
    'user.created': ({ name }) =>
      name === undefined ? 'Foi criada uma nova conta.' : `Nova conta: ${name}.`,
    'webhook.test': () => 'Isto é um teste. O seu webhook funciona.',
  },
}
