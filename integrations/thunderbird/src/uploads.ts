import { type Account, findAccount, findPassword } from './accounts.ts'
import type { CloudFileAccount, TemplateInfo, Uploaded } from './browser-api.ts'
import { keepFile, keptFile } from './kept-files.ts'
import { showProgress } from './progress.ts'
import { sayFailure } from './say-failure.ts'
import { type Sent, sendFile } from './send-file.ts'
import { deleteSent, findSent, rememberSent } from './sent-files.ts'

const running = new Map<string, AbortController>()

/** Sends a file of a message, and answers with its link and the note that stands below it. */
export async function upload(
  { id: account }: Pick<CloudFileAccount, 'id'>,
  { id: fileId, name, data }: { readonly id: number; readonly name: string; readonly data: File },
  tab: { readonly id: number } | null,
): Promise<Uploaded> {
  const at = `${account}:${fileId}`
  const control = new AbortController()
  running.set(at, control)
  const progress = showProgress(tab?.id)
  keepFile(at, data, tab?.id)
  try {
    const { signal } = control
    const { connected, sent } = await sendNamed({
      account,
      fileId,
      name,
      data,
      signal,
      onProgress: progress.to,
    })
    return { url: sent.url, templateInfo: noteOf(connected, sent) }
  } catch (error) {
    return control.signal.aborted ? { aborted: true } : { error: sayFailure(error) }
  } finally {
    running.delete(at)
    progress.end()
  }
}

/** Stops an upload. */
export async function abort({ id }: Pick<CloudFileAccount, 'id'>, fileId: number): Promise<void> {
  running.get(`${id}:${fileId}`)?.abort()
}

/** Sends a file under another name, since a file that was sent keeps its own, and deletes the earlier. */
export async function rename(
  { id: account }: Pick<CloudFileAccount, 'id'>,
  fileId: number,
  name: string,
  tab: { readonly id: number } | null,
): Promise<{ readonly url: string } | { readonly error: string }> {
  const data = keptFile(`${account}:${fileId}`)
  if (!data) return { error: browser.i18n.getMessage('errorRename') }
  const progress = showProgress(tab?.id)
  try {
    const earlier = await findSent(account, fileId)
    const { signal } = new AbortController()
    const { sent } = await sendNamed({ account, fileId, name, data, signal, onProgress: progress.to })
    // The message has the new link; the earlier transfer expires by itself if it can't be deleted now.
    if (earlier) await deleteSent(earlier).catch(() => {})
    return { url: sent.url }
  } catch (error) {
    return { error: sayFailure(error) }
  } finally {
    progress.end()
  }
}

/** Deletes the transfer of a file that was taken out of its message. @throws ApiError */
export async function remove({ id }: Pick<CloudFileAccount, 'id'>, fileId: number): Promise<void> {
  const sent = await findSent(id, fileId)
  if (sent) await deleteSent(sent)
}

async function sendNamed({
  account,
  fileId,
  name,
  data,
  signal,
  onProgress,
}: {
  readonly account: string
  readonly fileId: number
  readonly name: string
  readonly data: File
  readonly signal: AbortSignal
  readonly onProgress: (sent: number, total: number) => void
}): Promise<{ readonly connected: Account; readonly sent: Sent }> {
  const connected = await findAccount(account)
  if (!connected) throw new Error(browser.i18n.getMessage('errorKey'))
  const password = connected.options.password ? await findPassword(account) : undefined
  if (connected.options.password && !password) throw new Error(browser.i18n.getMessage('errorPassword'))
  const file = new File([data], name, { type: data.type, lastModified: data.lastModified })
  const sent = await sendFile(connected, { file, password, onProgress, signal })
  await rememberSent({ account, fileId, service: connected.service, name }, sent.reply)
  return { connected, sent }
}

function noteOf({ service, options }: Account, { reply }: Sent): TemplateInfo {
  return {
    service_name: new URL(service).host,
    service_url: service,
    download_password_protected: options.password,
    ...(options.downloadLimit !== null && { download_limit: options.downloadLimit }),
    download_expiry_date: {
      timestamp: Date.parse(reply.file.expiresAt),
      // Readers may be in another zone.
      format: {
        day: 'numeric',
        month: 'long',
        year: 'numeric',
        hour: 'numeric',
        minute: '2-digit',
        timeZoneName: 'short',
      },
    },
  }
}
