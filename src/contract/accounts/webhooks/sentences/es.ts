import { sizeUnits } from '../../../transfers/scale-size.ts'
import type { Sentences } from './sentence.ts'

export const es: Sentences = {
  units: sizeUnits,
  files: (count, rule) => (rule === 'one' ? `${count} archivo` : `${count} archivos`),
  open: 'Abrir',
  say: {
    'transfer.created': ({ name, files, size }) =>
      name === undefined
        ? `Se ha creado una transferencia: ${files}, ${size}.`
        : `Se ha enviado «${name}»: ${files}, ${size}.`,
    'transfer.opened': ({ name }) =>
      name === undefined
        ? 'Alguien ha visto el contenido de una transferencia.'
        : `Alguien ha visto el contenido de «${name}».`,
    'transfer.downloaded': ({ name, downloads, limit }) => {
      const what = name === undefined ? 'Se ha descargado una transferencia' : `Se ha descargado «${name}»`
      return limit === undefined
        ? `${what}. Descargas hasta ahora: ${downloads}.`
        : `${what}: ${downloads} de ${limit}.`
    },
    'transfer.limit_reached': ({ name, limit }) =>
      `${name === undefined ? 'Una transferencia' : `«${name}»`} ha alcanzado su límite de descargas (${limit}).`,
    'transfer.expiring': ({ name }) =>
      `${name === undefined ? 'Una transferencia' : `«${name}»`} caduca en menos de una hora.`,
    'transfer.ended': ({ name, reason }) => {
      const what = name === undefined ? 'una transferencia' : `«${name}»`
      if (reason === 'expired') return `Ha caducado ${what}.`
      return reason === 'downloaded' ? `Se ha descargado y eliminado ${what}.` : `Se ha eliminado ${what}.`
    },
    'transfer.reported': ({ name }) =>
      `Se ha denunciado ${name === undefined ? 'una transferencia' : `«${name}»`}.`,
    'transfer.disabled': ({ name }) =>
      `Se ha bloqueado ${name === undefined ? 'una transferencia' : `«${name}»`} tras una denuncia.`,
    'request.received': ({ name, files, fileCount, size }) => {
      const what = name === undefined ? 'una solicitud' : `«${name}»`
      return `${fileCount === 1 ? 'Ha llegado' : 'Han llegado'} ${files} para ${what}, ${size}.`
    },
    'request.closed': ({ name }) =>
      name === undefined ? 'Se ha cerrado una solicitud.' : `Se ha cerrado la solicitud «${name}».`,
    'user.created': ({ name }) =>
      name === undefined ? 'Se ha creado una cuenta nueva.' : `Cuenta nueva: ${name}.`,
    'webhook.test': () => 'Esto es una prueba. Su webhook funciona.',
  },
}
