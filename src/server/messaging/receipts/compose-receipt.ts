import { endToEndMethod } from '#contract/transfers/end-to-end.ts'
import type { ManagedLink, ManagedTransfer } from '#contract/transfers/manage.ts'
import { oneLine } from '../mail/clean-text.ts'
import { momentText, sizeText } from '../mail/formats.ts'
import type { MailTexts } from '../mail/mail-texts.ts'

/** Data of a receipt. */
type Received = {
  readonly transfer: ManagedTransfer
  /** As findContentsOpened found it. */
  readonly contentsOpened: ReadonlyMap<string | null, number>
}

/**
 * Composes a text about deliveries that a sender can keep: each link with its mail, its first view and its downloads. Addresses
 * of links are secrets and left out.
 * @param now in milliseconds since 1970
 */
export function composeReceipt(
  { transfer, contentsOpened }: Received,
  texts: MailTexts,
  now: number,
): string {
  const { text } = texts
  const moment = (time: string) => momentText(Date.parse(time), texts)
  const isSealed = transfer.encryptionMethod === endToEndMethod
  const nameOfFile = (name: string) => (isSealed ? text('fileShared.sealed.headline') : oneLine(name))
  const head = [
    text('receipt.title', { what: oneLine(transfer.title ?? '') || nameOfFile(transfer.filename) }),
    `${text('receipt.files', { count: transfer.files.length })}, ${sizeText(transfer.size, texts)}`,
    ...transfer.files.map(({ filename, size }) => `- ${nameOfFile(filename)}, ${sizeText(size, texts)}`),
    text('receipt.sent', { moment: moment(transfer.createdAt) }),
    text('receipt.until', { moment: moment(transfer.expiresAt) }),
  ]
  const blocks = transfer.links.map((link) => {
    const openedAt = contentsOpened.get(link.id)
    return [
      nameOf(link, texts),
      ...(link.mailed === null ? [] : [text(`receipt.mailed.${link.mailed}`)]),
      link.openedAt === null
        ? text('receipt.notOpened')
        : text('receipt.opened', { moment: moment(link.openedAt) }),
      ...(openedAt === undefined
        ? []
        : [text('receipt.contentsOpened', { moment: momentText(openedAt, texts) })]),
      ...(link.downloads > 0
        ? downloadsOf(link, transfer, texts)
        : [text(openedAt === undefined ? 'receipt.notDownloaded' : 'receipt.notDownloadedWhole')]),
      ...(link.revokedAt === null ? [] : [text('receipt.revoked', { moment: moment(link.revokedAt) })]),
    ]
  })
  const parts = [head, ...blocks, [text('receipt.made', { moment: momentText(now, texts) })]]
  return `${parts.map((lines) => lines.join('\n')).join('\n\n')}\n`
}

/** Each download of a link; where the timeline holds no longer all of them, how many, the first and the last. */
function downloadsOf(
  { id, downloads, firstDownloadAt, lastDownloadAt }: ManagedLink,
  { events }: ManagedTransfer,
  texts: MailTexts,
): string[] {
  const { text } = texts
  const moment = (time: string | null) => (time === null ? '–' : momentText(Date.parse(time), texts))
  const listed = events.filter(({ kind, linkId }) => kind === 'downloaded' && linkId === id)
  if (listed.length === downloads)
    return listed.map(({ at }) => text('receipt.downloaded', { moment: moment(at) })).toReversed()
  const [first, last] = [moment(firstDownloadAt), moment(lastDownloadAt)]
  return [text('receipt.downloadedTimes', { count: downloads, first, last })]
}

function nameOf({ kind, recipient, label }: ManagedLink, { text }: MailTexts): string {
  if (recipient !== null) return oneLine(recipient)
  return oneLine(label ?? '') || text(kind === 'main' ? 'receipt.mainLink' : 'receipt.otherLink')
}
