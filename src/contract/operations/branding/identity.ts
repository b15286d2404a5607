import * as z from 'zod/mini'
import { languages } from '../../languages.ts'
import { identityLimits, isSafeLink, noteKinds } from './identity-limits.ts'
import { defaultColour, defaultName } from './names.ts'

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
const oneLine = /^[^\0-\x1f\x7f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]*$/
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
const manyLines = /^[^\0-\x09\x0b-\x1f\x7f\u202a-\u202e\u2066-\u2069]*$/

/** A text for each language; one without its own gets that of the first. */
function texts(maxLength: number, allowed: RegExp) {
  return z.partialRecord(
    z.enum(languages),
    z.string().check(z.trim(), z.maxLength(maxLength), z.regex(allowed)),
  )
}

const moment = z.nullable(z.int().check(z.nonnegative()))

export const identity = z.object({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(identityLimits.name), z.regex(oneLine)),
  /** #RRGGBB */
  colour: z.string().check(z.regex(/^#[0-9a-fA-F]{6}$/), z.toUpperCase()),
  startTitle: texts(identityLimits.startTitle, oneLine),
  startText: texts(identityLimits.startText, manyLines),
  /** Note above every page, from and until a time in milliseconds since 1970; null for the one of the specification. */
  note: z.nullable(
    z.object({
      kind: z.enum(noteKinds),
      text: texts(identityLimits.note, oneLine),
      from: moment,
      until: moment,
    }),
  ),
  links: z
    .array(
      z.object({
        label: texts(identityLimits.linkLabel, oneLine),
        url: z.string().check(z.maxLength(identityLimits.linkUrl), z.refine(isSafeLink)),
      }),
    )
    .check(z.maxLength(identityLimits.links)),
  hidePricing: z.boolean(),
  hideSignUp: z.boolean(),
  mailSignature: texts(identityLimits.mailText, manyLines),
  mailIntroduction: texts(identityLimits.mailText, manyLines),
  /** Whether pages say what the service runs on, under another name than the default. */
  poweredBy: z.boolean(),
})
export type Identity = z.infer<typeof identity>

export const defaultIdentity: Identity = {
  name: defaultName,
  colour: defaultColour,
  startTitle: {},
  startText: {},
  note: null,
  links: [],
  hidePricing: false,
  hideSignUp: false,
  mailSignature: {},
  mailIntroduction: {},
  poweredBy: true,
}

/** Uploaded pictures. The later ones are drawn from the icon and the logo by the browser of the administrator. */
export const pictureRoles = ['logo', 'logoDark', 'icon', 'touchIcon', 'maskableIcon', 'preview'] as const
export type PictureRole = (typeof pictureRoles)[number]

/** Paths of the pictures that there are. */
export const pictures = z.partialRecord(z.enum(pictureRoles), z.string())
export type PicturePaths = z.infer<typeof pictures>

/** Everything that pages show of an identity. */
export const brand = z.object({
  ...z.omit(identity, { mailSignature: true, mailIntroduction: true }).shape,
  pictures,
  /** Path of a picture that stands for the service: the icon, or a letter in its colour. Null with the default name. */
  icon: z.nullable(z.string()),
  /** Path of the style sheet with its colour; null with the default one. */
  css: z.nullable(z.string()),
})
export type Brand = z.infer<typeof brand>
