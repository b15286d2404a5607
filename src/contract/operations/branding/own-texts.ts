import * as z from 'zod/mini'
import { languages } from '../../languages.ts'
import { time } from '../../transfers/files.ts'
import { ownTextLimits, ownTextPages } from './own-text-limits.ts'
import { manyLines, oneLine, texts } from './texts.ts'

const section = z.object({
  title: z.string().check(z.trim(), z.maxLength(ownTextLimits.title), z.regex(oneLine)),
  /** Paragraphs, lists, bold and links: see rich-text.ts. */
  text: z.string().check(z.trim(), z.maxLength(ownTextLimits.text), z.regex(manyLines)),
})
export type OwnSection = z.infer<typeof section>

/** One version of a text that an operator has written. Without sections it gives the page back to the built-in text. */
export const ownText = z.object({
  /** One to three numbers, such as `3` or `3.1`. */
  version: z.string().check(z.regex(/^\d{1,4}(?:\.\d{1,4}){0,2}$/)),
  /** The day it holds from. */
  date: z.iso.date(),
  /** The change since the version before, in a sentence. */
  note: texts(ownTextLimits.note, oneLine),
  sections: z
    .partialRecord(z.enum(languages), z.array(section).check(z.maxLength(ownTextLimits.sections)))
    .check(z.refine((sections) => JSON.stringify(sections).length <= ownTextLimits.whole, 'is too long')),
})
export type OwnText = z.infer<typeof ownText>
export type OwnSections = OwnText['sections']

/** Published versions of a page, the last one first. */
export const ownTextFile = z.object({ versions: z.array(ownText) })

const page = z.enum(ownTextPages)

export const changeTermsRequest = z.extend(ownText, {
  page: z.optional(page),
  /** Publishes it for good; otherwise it is the draft. */
  publish: z.boolean(),
})
export const termsQuery = z.object({ page: z.optional(page) })
export const exportTermsQuery = z.object({ page: z.optional(page), language: z.optional(z.enum(languages)) })
export const importTermsRequest = z.object({
  markdown: z.string().check(z.maxLength(ownTextLimits.whole)),
  language: z.enum(languages),
  page: z.optional(page),
})

export const termsState = z.object({
  draft: z.nullable(ownText),
  versions: z.array(
    z.extend(ownText, {
      publishedAt: time,
      /** Accounts whose acceptance of it has not been replaced by that of another version. */
      accepted: z.int(),
    }),
  ),
  /** The text that holds without an own one; the privacy page has none. */
  builtIn: z.nullable(z.pick(ownText, { version: true, sections: true })),
  /** Accounts whose people are asked to accept a new version. */
  accounts: z.int(),
})
export type TermsState = z.infer<typeof termsState>

/** Published versions of each page that can be read, the last one first. None where the built-in text holds. */
export type OwnTexts = Readonly<Record<(typeof ownTextPages)[number], readonly OwnText[]>>
export const noOwnTexts: OwnTexts = { terms: [], privacy: [] }
