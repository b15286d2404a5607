import { endToEndMethod } from '#contract/transfers/end-to-end.ts'
import type { ManagedLink, ManagedTransfer } from '#contract/transfers/manage.ts'
import { oneLine } from '../mail/clean-text.ts'
import { countText, momentText, sizeText } from '../mail/formats.ts'
import type { MailTexts } from '../mail/texts.en.ts'

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
  const { receipt: say } = texts
  const moment = (time: string) => momentText(Date.parse(time), texts)
  const isSealed = transfer.encryptionMethod === endToEndMethod
  const nameOfFile = (name: string) => (isSealed ? texts.fileShared.sealed.headline : oneLine(name))
  const head = [
    say.title(oneLine(transfer.title ?? '') || nameOfFile(transfer.filename)),
    `${say.files(countText(transfer.files.length, texts))}, ${sizeText(transfer.size, texts)}`,
    ...transfer.files.map(({ filename, size }) => `- ${nameOfFile(filename)}, ${sizeText(size, texts)}`),
    say.sent(moment(transfer.createdAt)),
    say.until(moment(transfer.expiresAt)),
  ]
  const blocks = transfer.links.map((link) => {
    const openedAt = contentsOpened.get(link.id)
    return [
      nameOf(link, texts),
      ...(link.mailed === null ? [] : [say.mailed[link.mailed]]),
      link.openedAt === null ? say.notOpened : say.opened(moment(link.openedAt)),
      ...(openedAt === undefined ? [] : [say.contentsOpened(momentText(openedAt, texts))]),
      ...(link.downloads > 0
        ? downloadsOf(link, transfer, texts)
        : [openedAt === undefined ? say.notDownloaded : say.notDownloadedWhole]),
      ...(link.revokedAt === null ? [] : [say.revoked(moment(link.revokedAt))]),
    ]
  })
  const parts = [head, ...blocks, [say.made(momentText(now, texts))]]
  return `${parts.map((lines) => lines.join('\n')).join('\n\n')}\n`
}

/** Each download of a link; where the timeline holds no longer all of them, how many, the first and the last. */
function downloadsOf(
  { id, downloads, firstDownloadAt, lastDownloadAt }: ManagedLink,
  { events }: ManagedTransfer,
  texts: MailTexts,
): string[] {
  const { receipt: say } = texts
  const moment = (time: string | null) => (time === null ? '–' : momentText(Date.parse(time), texts))
  const listed = events.filter(({ kind, linkId }) => kind === 'downloaded' && linkId === id)
  if (listed.length === downloads) return listed.map(({ at }) => say.downloaded(moment(at))).toReversed()
  const count = countText(downloads, texts)
  return [say.downloadedTimes(count, moment(firstDownloadAt), moment(lastDownloadAt))]
}

function nameOf({ kind, recipient, label }: ManagedLink, { receipt: say }: MailTexts): string {
  if (recipient !== null) return oneLine(recipient)
  return oneLine(label ?? '') || (kind === 'main' ? say.mainLink : say.otherLink)
}
