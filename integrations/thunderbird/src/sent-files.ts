import * as z from 'zod/mini'
import { ApiError } from '#client/api-error.ts'
import { manageTokenHeader } from '#contract/headers.ts'
import type { UploadReply } from '#contract/transfers/files.ts'
import { openService } from './service.ts'

const sentFile = z.object({
  account: z.string(),
  /** Number that Thunderbird gave the file; it counts anew in every run. */
  fileId: z.int(),
  run: z.string(),
  service: z.string(),
  ref: z.string(),
  /** Manage token: it deletes the transfer. The key of an end-to-end encrypted one is not kept. */
  token: z.string(),
  name: z.string(),
  expiresAt: z.string(),
})
type SentFile = z.infer<typeof sentFile>

/** Files that are remembered at most; the oldest give way. */
const most = 1000

/** Writes come one after the other: several files of a message end at the same time. */
let last: Promise<unknown> = Promise.resolve()

/** Files that were sent and have not expired, the latest first. */
export async function listSent(): Promise<SentFile[]> {
  const { sent } = await browser.storage.local.get('sent')
  const all = z.safeParse(z.array(sentFile), sent).data ?? []
  return all.filter(({ expiresAt }) => Date.parse(expiresAt) > Date.now())
}

/** Remembers a transfer by its manage token. */
export async function rememberSent(
  at: { readonly account: string; readonly fileId: number; readonly service: string; readonly name: string },
  { file, transfer, manageUrl }: UploadReply,
): Promise<void> {
  const token = new URL(manageUrl).hash.slice(1)
  const added = { ...at, run: await thisRun(), ref: transfer.ref, token, expiresAt: file.expiresAt }
  await change((all) => [added, ...all].slice(0, most))
}

/** The transfer of a file of this run of Thunderbird. */
export async function findSent(account: string, fileId: number): Promise<SentFile | undefined> {
  const run = await thisRun()
  return (await listSent()).find((one) => one.account === account && one.fileId === fileId && one.run === run)
}

/** Deletes a transfer at its service, which may have ended it before. @throws ApiError */
export async function deleteSent({ service, ref, token }: SentFile): Promise<void> {
  const params = { ref }
  try {
    await openService(service).call('deleteTransfer', { params, headers: { [manageTokenHeader]: token } })
  } catch (error) {
    if (!(error instanceof ApiError && (error.status === 404 || error.status === 410))) throw error
  }
  await change((all) => all.filter((one) => one.ref !== ref))
}

/** Forgets the files of an account; they stay at the service. */
export async function forgetSentOf(account: string): Promise<void> {
  await change((all) => all.filter((one) => one.account !== account))
}

function change(next: (all: SentFile[]) => SentFile[]): Promise<void> {
  const done = last.then(async () => browser.storage.local.set({ sent: next(await listSent()) }))
  last = done.catch(() => {})
  return done
}

/** Random name of this run of Thunderbird. */
async function thisRun(): Promise<string> {
  const { run } = await browser.storage.session.get('run')
  if (typeof run === 'string') return run
  const made = crypto.randomUUID()
  await browser.storage.session.set({ run: made })
  return made
}
