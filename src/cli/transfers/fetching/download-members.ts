import { mkdir, stat } from 'node:fs/promises'
import { basename, dirname, join, matchesGlob } from 'node:path'
import { ApiError } from '#client/api-error.ts'
import type { Client } from '#client/create-client.ts'
import { isPassingOfMany, keepTrying } from '#client/transfers/keep-trying.ts'
import { cleanLine, safePath } from '#contract/transfers/file-name.ts'
import { type Member, membersPage } from '#contract/transfers/members.ts'
import { englishSize } from '#contract/transfers/scale-size.ts'
import { exitCodes, type Outcome, UsageError } from '../../command.ts'
import { unwritable } from '../../trouble.ts'
import { assertFree, saveFile } from './save-file.ts'
import { separatePaths } from './separate-paths.ts'

/** A transfer that has been opened with a ticket. */
type OpenTransfer = {
  readonly client: Client
  /** Origin of the service. */
  readonly service: string
  readonly id: string
  readonly ticket: string
}

type Page = {
  readonly members: readonly Member[]
  readonly total: number
  /** Whether an archive has more files than the service lists. */
  readonly more: boolean
}

/** Lists the files inside, page by page. */
async function* pagesOf({ client, id, ticket }: OpenTransfer): AsyncGenerator<Page> {
  for (let page = 1, seen = 0; ; page += 1) {
    const reply = await keepTrying(
      () => client.call('members', { params: { id }, query: { ticket, page, pageSize: membersPage.max } }),
      undefined,
      isPassingOfMany,
    )
    const { members, total, more = false } = reply
    yield { members, total, more }
    seen += members.length
    if (members.length === 0 || seen >= total) return
  }
}

/** Lists the files inside a transfer. @throws ApiError */
export async function listMembers(transfer: OpenTransfer): Promise<Outcome> {
  const pages = await Array.fromAsync(pagesOf(transfer))
  const members = pages.flatMap((page) => page.members)
  const more = pages.some((page) => page.more)
  const lines = members.map(({ path, size }) => `${englishSize(size, ' ').padStart(9)}  ${cleanLine(path)}`)
  if (more)
    lines.push(`Only the first ${members.length} files are listed. To get all, download the whole file.`)
  return {
    text: lines.join('\n'),
    data: { files: members.map(({ path, size, type }) => ({ path, size, type })), ...(more && { more }) },
  }
}

/**
 * Saves the files inside a transfer that match a pattern into a folder, keeping their own folders. Files damaged on the server
 * are reported, and the others saved.
 * @throws UsageError before anything is saved, if none matches, not all are listed, one exists already, or the folder is a
 *   file; ApiError
 */
export async function saveMembers(transfer: OpenTransfer, pattern: string, folder: string): Promise<Outcome> {
  const matching: Member[] = []
  for await (const { members, total, more } of pagesOf(transfer)) {
    if (more)
      throw new UsageError(
        `Only the first ${total} files inside are listed. Download the whole file, without --only.`,
      )
    matching.push(...members.filter(({ path }) => isMatch(path, pattern)))
  }
  if (matching.length === 0) throw new UsageError(`No file matches "${pattern}".`)
  if ((await stat(folder).catch(() => undefined))?.isDirectory() === false)
    throw new UsageError(`${folder} is not a folder.`)
  const paths = separatePaths(matching.map(({ path }) => safePath(path) || '_'))
  const chosen = matching.map((member, index) => ({ member, path: join(folder, paths[index] ?? '') }))
  for (const { path } of chosen) await assertFree(path)
  const { service, id, ticket } = transfer
  const saved: typeof chosen = []
  const damaged: string[] = []
  for (const one of chosen) {
    const place = dirname(one.path)
    await mkdir(place, { recursive: true }).catch((cause: unknown) => {
      throw unwritable('--output', place, cause)
    })
    const url = `${service}/api/download/${id}/members/${one.member.n}?ticket=${ticket}`
    try {
      await saveFile(url, one.member.size, one.path)
      saved.push(one)
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'FILE_DAMAGED') throw error
      damaged.push(one.member.path)
    }
  }
  const size = saved.reduce((sum, { member }) => sum + member.size, 0)
  const lines = saved.map(({ path, member }) => `Saved ${path} (${member.size} bytes).`)
  return {
    text: [...lines, ...damaged.map((path) => `Damaged on the server: ${path}`)].join('\n'),
    data: {
      files: saved.map(({ path, member }) => ({ path, size: member.size })),
      size,
      ...(damaged.length > 0 && { damaged }),
    },
    exitCode: damaged.length > 0 ? exitCodes.damaged : exitCodes.done,
  }
}

/** Whether a path matches a pattern; one without a slash is compared with the file name. */
function isMatch(path: string, pattern: string): boolean {
  return matchesGlob(pattern.includes('/') ? path : basename(path), pattern)
}
