import * as z from 'zod/mini'
import { identityLimits, isSafeLink, noteKinds } from './identity-limits.ts'
import { defaultColour, defaultName } from './names.ts'
import { manyLines, oneLine, texts } from './texts.ts'

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
        url: z
          .string()
          .check(
            z.maxLength(identityLimits.linkUrl),
            z.refine(isSafeLink, 'has to be an https or mailto address'),
          ),
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
  /** The operator's own terms; null while the built-in ones hold. */
  terms: z.nullable(z.object({ version: z.string(), file: z.string() })),
  /** Path of the operator's own part of the privacy page; null without one. */
  privacy: z.nullable(z.string()),
})
export type Brand = z.infer<typeof brand>
