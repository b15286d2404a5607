import type * as z from 'zod/mini'
import { safeFileName, safePath } from '#contract/transfers/file-name.ts'
import { type SourceFile, SourceProblem } from '../../source.ts'
import type { SourceFolder } from '../source-folder.ts'
import { openArchive } from './archive.ts'
import type { fileRow } from './tables.ts'

/**
 * Files of a share of Erugo: in a folder of its own, or in a ZIP beside it, which Erugo makes of several and often keeps alone.
 * @param path of the share, as its record says
 */
export function shareFiles(
  folder: SourceFolder,
  path: string,
  rows: readonly z.output<typeof fileRow>[],
): SourceFile[] {
  const own = `app/shares/${path.replace(/^.*\/app\/shares\//, '')}`
  const archive = openArchive(folder, `${own}.zip`)
  return rows.map((row) => {
    const folders = (row.full_path ?? '').split('/').filter((name) => name !== '')
    const inside = [...folders, row.name].join('/')
    const about = {
      name: safeFileName(row.original_name ?? row.name),
      folder: safePath(folders.join('/')),
      size: row.size,
    }
    async function find(): Promise<SourceFile> {
      const place = `${own}/${inside}`
      if ((await folder.sizeOf(place)) !== undefined) return folder.file({ ...about, path: place })
      const packed = await archive.find(inside, about)
      if (packed) return packed
      throw new SourceProblem('Its file is missing.')
    }
    return {
      ...about,
      async check() {
        await (await find()).check()
      },
      async *read() {
        yield* (await find()).read()
      },
    }
  })
}
