import type { OwnFilesQuery } from '#contract/transfers/files.ts'
import type { TextKey } from '../../i18n/t.ts'

export type FilesSort = OwnFilesQuery['sort']
export type FilesOrder = { readonly sort: FilesSort; readonly order: 'asc' | 'desc' }

/** The columns that a list can be sorted by, and which way each goes first. */
export const columns = {
  name: { name: 'files.name', first: 'asc' },
  size: { name: 'file.size', first: 'desc' },
  date: { name: 'download.uploaded', first: 'desc' },
  expires: { name: 'download.expires', first: 'asc' },
  downloads: { name: 'download.downloads', first: 'desc' },
} as const satisfies Record<FilesSort, { name: TextKey; first: 'asc' | 'desc' }>

export const sorts = ['name', 'size', 'date', 'expires', 'downloads'] as const satisfies readonly FilesSort[]

export const newestFirst: FilesOrder = { sort: 'date', order: 'desc' }

/** The order after a click on a column: the other way round, or its own first way. */
export function orderBy(sort: FilesSort, present: FilesOrder): FilesOrder {
  if (present.sort !== sort) return { sort, order: columns[sort].first }
  return { sort, order: present.order === 'asc' ? 'desc' : 'asc' }
}
