import type { ManagedLink, ManagedTransfer } from '#contract/transfers/manage.ts'
import { oneLine } from '../mail/clean-text.ts'
import { countText, momentText, sizeText } from '../mail/formats.ts'
import type { MailTexts } from '../mail/texts.en.ts'

/**
 * Who got what when, as a text that a sender can keep: each link with its mail, its first look and its downloads. Addresses of
 * links open something, and are left out.
 * @param now in milliseconds since 1970
 */
export function composeReceipt(transfer: ManagedTransfer, texts: MailTexts, now: number): string {
  const { receipt: say } = texts
  const moment = (time: string) => momentText(Date.parse(time), texts)
  const head = [
    say.title(oneLine(transfer.title ?? '') || oneLine(transfer.filename)),
    `${say.files(countText(transfer.files.length, texts))}, ${sizeText(transfer.size, texts)}`,
    ...transfer.files.map(({ filename, size }) => `- ${oneLine(filename)}, ${sizeText(size, texts)}`),
    say.sent(moment(transfer.createdAt)),
    say.until(moment(transfer.expiresAt)),
  ]
  const blocks = transfer.links.map((link) => {
    const downloads = transfer.events
      .filter(({ kind, linkId }) => kind === 'downloaded' && linkId === link.id)
      .map(({ at }) => say.downloaded(moment(at)))
      .toReversed()
    return [
      nameOf(link, texts),
      ...(link.mailed === null ? [] : [say.mailed[link.mailed]]),
      link.openedAt === null ? say.notOpened : say.opened(moment(link.openedAt)),
      ...(downloads.length > 0 ? downloads : [say.notDownloaded]),
      ...(link.revokedAt === null ? [] : [say.revoked(moment(link.revokedAt))]),
    ]
  })
  const parts = [head, ...blocks, [say.made(momentText(now, texts))]]
  return `${parts.map((lines) => lines.join('\n')).join('\n\n')}\n`
}

function nameOf({ kind, recipient, label }: ManagedLink, { receipt: say }: MailTexts): string {
  if (recipient !== null) return oneLine(recipient)
  return oneLine(label ?? '') || (kind === 'main' ? say.mainLink : say.otherLink)
}
