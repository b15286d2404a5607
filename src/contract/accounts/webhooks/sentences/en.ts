import { sizeUnits } from '../../../transfers/scale-size.ts'
import type { Sentences } from './sentence.ts'

export const en: Sentences = {
  units: sizeUnits,
  files: (count, rule) => (rule === 'one' ? `${count} file` : `${count} files`),
  open: 'Open',
  say: {
    'transfer.created': ({ name, files, size }) =>
      name === undefined
        ? `A transfer was created: ${files}, ${size}.`
        : `“${name}” was sent: ${files}, ${size}.`,
    'transfer.opened': ({ name }) =>
      name === undefined
        ? 'Someone viewed the contents of a transfer.'
        : `Someone viewed the contents of “${name}”.`,
    'transfer.downloaded': ({ name, downloads, limit }) => {
      const what = name === undefined ? 'A transfer' : `“${name}”`
      return limit === undefined
        ? `${what} was downloaded. Downloads so far: ${downloads}.`
        : `${what} was downloaded: ${downloads} of ${limit}.`
    },
    'transfer.limit_reached': ({ name, limit }) =>
      `${name === undefined ? 'A transfer' : `“${name}”`} reached its download limit (${limit}).`,
    'transfer.expiring': ({ name }) =>
      `${name === undefined ? 'A transfer' : `“${name}”`} expires in less than an hour.`,
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
