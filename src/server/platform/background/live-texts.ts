import * as z from 'zod/mini'
import {
  compareVersions,
  type OwnTextPage,
  ownTextLimits,
} from '#contract/operations/branding/own-text-limits.ts'
import { type OwnText, type OwnTexts, ownText } from '#contract/operations/branding/own-texts.ts'
import type { Database } from '../database/database.ts'

type Published = OwnText & { readonly publishedAt: number }

/** Published versions of a page, the last one first. */
export async function findPublished(database: Database, page: OwnTextPage): Promise<Published[]> {
  const rows = await database
    .selectFrom('own_texts')
    .select(['value', 'published_at'])
    .where('page', '=', page)
    .where('published_at', 'is not', null)
    .execute()
  return rows
    .map(({ value, published_at }) => ({ ...readOwnText(value), publishedAt: published_at ?? 0 }))
    .toSorted((one, other) => compareVersions(other.version, one.version))
}

export function readOwnText(value: string): OwnText {
  return z.parse(ownText, JSON.parse(value))
}

/** The versions that visitors can read. None where the last one gave the page back to the built-in text. */
export async function findOwnTexts(database: Database): Promise<OwnTexts> {
  const shown = async (page: OwnTextPage) => {
    const versions = (await findPublished(database, page)).map(({ publishedAt: _, ...text }) => text)
    const [last] = versions
    return last && hasText(last) ? versions.filter(hasText).slice(0, ownTextLimits.shownVersions) : []
  }
  return { terms: await shown('terms'), privacy: (await shown('privacy')).slice(0, 1) }
}

export function hasText({ sections }: OwnText): boolean {
  return Object.values(sections).some(({ length }) => length > 0)
}

/** Ids of all published versions, which never change: their texts need reading only when this differs. */
export async function findPublishedIds(database: Database): Promise<string> {
  const rows = await database
    .selectFrom('own_texts')
    .select('id')
    .where('published_at', 'is not', null)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id).join()
}
