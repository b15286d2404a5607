import { mkdir, stat } from 'node:fs/promises'
import { basename, dirname, join, matchesGlob } from 'node:path'
import type { Client } from '#client/create-client.ts'
import { cleanLine, safeFileName } from '#contract/transfers/file-name.ts'
import type { Member } from '#contract/transfers/members.ts'
import { englishSize } from '#contract/transfers/scale-size.ts'
import { type Outcome, UsageError } from '../../command.ts'
import { keepTrying } from '../keep-trying.ts'
import { saveFile } from './save-file.ts'
import { separatePaths } from './separate-paths.ts'

/** A transfer that has been opened with a ticket. */
type OpenTransfer = {
  readonly client: Client
  /** Origin of the service. */
  readonly service: string
  readonly id: string
  readonly ticket: string
}

async function* allMembers({ client, id, ticket }: OpenTransfer): AsyncGenerator<Member> {
  for (let page = 1, seen = 0; ; page += 1) {
    const { members, total } = await keepTrying(() =>
      client.call('members', { params: { id }, query: { ticket, page } }),
    )
    yield* members
    seen += members.length
    if (members.length === 0 || seen >= total) return
  }
}

/** Lists the files inside a transfer. @throws ApiError */
export async function listMembers(transfer: OpenTransfer): Promise<Outcome> {
  const members = await Array.fromAsync(allMembers(transfer))
  const lines = members.map(({ path, size }) => `${englishSize(size, ' ').padStart(9)}  ${cleanLine(path)}`)
  return {
    text: lines.join('\n'),
    data: { files: members.map(({ path, size, type }) => ({ path, size, type })) },
  }
}

/**
 * Saves the files inside a transfer that match a pattern into a folder, in the folders that they were sent in.
 * @throws UsageError when none matches, one of them is there already, or there can be no folder, before anything is saved; ApiError
 */
export async function saveMembers(transfer: OpenTransfer, pattern: string, folder: string): Promise<Outcome> {
  const matching: Member[] = []
  for await (const member of allMembers(transfer)) if (isMatch(member.path, pattern)) matching.push(member)
  if (matching.length === 0) throw new UsageError(`No file matches "${pattern}".`)
  if ((await stat(folder).catch(() => undefined))?.isDirectory() === false)
    throw new UsageError(`${folder} is not a folder.`)
  const paths = separatePaths(matching.map(({ path }) => path.split('/').map(safeFileName).join('/')))
  const chosen = matching.map((member, index) => ({ member, path: join(folder, paths[index] ?? '') }))
  for (const { path } of chosen)
    if (await stat(path).catch(() => undefined)) throw new UsageError(`${path} already exists.`)
  const { service, id, ticket } = transfer
  for (const { member, path } of chosen) {
    await mkdir(dirname(path), { recursive: true })
    await saveFile(`${service}/api/download/${id}/members/${member.n}?ticket=${ticket}`, member.size, path)
  }
  const size = chosen.reduce((sum, { member }) => sum + member.size, 0)
  return {
    text: chosen.map(({ path, member }) => `Saved ${path} (${member.size} bytes).`).join('\n'),
    data: { files: chosen.map(({ path, member }) => ({ path, size: member.size })), size },
  }
}

/** A pattern without a folder is about names, in whatever folder. */
function isMatch(path: string, pattern: string): boolean {
  return matchesGlob(pattern.includes('/') ? path : basename(path), pattern)
}
