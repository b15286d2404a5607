import { readFileSync } from 'node:fs'
import * as z from 'zod'
import { asciiDomain, asciiEmailAddress, isEmailAddress } from '#contract/email-address.ts'
import type { SettingGroup } from '#contract/operations/setting-groups.ts'
import { isNetwork } from './networks.ts'

/**
 * An option: the kind of its value, the text that it has where nothing sets it, and its meaning. One with a `setting` may
 * be changed in the admin area while the server runs, in that group: the server reads it at each call.
 */
export type Option = {
  /** How the text is read, what is expected of it, to stand after "has to be", and the words it may be, if those are few. */
  readonly read: {
    readonly schema: z.ZodType
    readonly expected: string
    readonly choices?: readonly string[]
  }
  readonly default: string | undefined
  readonly meaning: string
  readonly setting?: SettingGroup
  /** Kept sealed under the master key; no answer gives it. */
  readonly secret?: true
  /** Holds a secret, which the environment may also give as a file: see secret-files.ts. */
  readonly fromFile?: true
  /** A change in the admin area holds from the next start of an instance, and at once unless told. */
  readonly holds?: 'from the next start'
}

/** Any text; an empty one counts as absent before it comes here. */
export const text = { schema: z.string(), expected: 'some text' }

/** Text that people read in one line. */
export const line = { schema: z.string().trim().min(1).max(500), expected: 'a text of up to 500 characters' }

/** Texts separated by semicolons. */
export const list = {
  schema: z.string().transform((value) =>
    value
      .split(';')
      .map((entry) => entry.trim())
      .filter(Boolean),
  ),
  expected: 'texts separated by semicolons',
}

/** Secret of at least `least` characters. */
export function secret(least: number) {
  return { schema: z.string().min(least), expected: `at least ${least} characters long` }
}

/** A number written in digits, both bounds included. */
export function wholeNumber(least: number, most: number) {
  return {
    schema: z
      .string()
      .regex(/^\d{1,15}$/)
      .transform(Number)
      .pipe(z.number().min(least).max(most)),
    expected: `a whole number from ${least} to ${most}`,
  }
}

export const port = wholeNumber(0, 65_535)

/** One of some words. */
export function oneOf<const Word extends string>(...words: readonly [Word, ...Word[]]) {
  return { schema: z.enum(words), expected: `one of ${words.join(', ')}`, choices: words }
}

export const onOff = {
  schema: z.enum(['on', 'off']).transform((value) => value === 'on'),
  expected: 'on or off',
  choices: ['on', 'off'],
}

const lifetimeUnits = { m: 60_000, h: 60 * 60_000, d: 24 * 60 * 60_000 } as const
const maxLifetime = 90 * lifetimeUnits.d

/** A duration such as 30m, 12h or 7d, with its milliseconds. */
const durationSchema = z
  .string()
  .regex(/^[1-9]\d{0,3}[mhd]$/, { abort: true })
  .transform((value) => {
    const unit = z.enum(['m', 'h', 'd']).parse(value.at(-1))
    return { value, duration: Number.parseInt(value, 10) * lifetimeUnits[unit] }
  })
const lifetimeSchema = durationSchema.refine(({ duration }) => duration <= maxLifetime)

export const lifetime = { schema: lifetimeSchema, expected: 'a duration such as 30m, 12h or 7d, up to 90d' }

/** A duration without an upper bound. */
export const lifeLimit = { schema: durationSchema, expected: 'a duration such as 90d' }

/** How long an account has to exist, in milliseconds; 0 for no minimum. */
export const accountAge = {
  schema: z.union([z.literal('0').transform(() => 0), durationSchema.transform(({ duration }) => duration)]),
  expected: 'a duration such as 24h, or 0',
}

/** A time of the day, in hours and minutes. */
export const timeOfDay = {
  schema: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { abort: true })
    .transform((value) => {
      const [hours = 0, minutes = 0] = value.split(':').map(Number)
      return { hours, minutes }
    }),
  expected: 'a time of the day such as 03:30',
}

/** Up to twelve durations, none twice, the shortest first. */
export const lifetimes = {
  schema: z
    .string()
    .transform((value) => (value === 'none' ? [] : value.split(',').map((entry) => entry.trim())))
    .pipe(z.array(lifetimeSchema).max(12))
    .transform((list) => list.toSorted((a, b) => a.duration - b.duration))
    .refine((list) => new Set(list.map(({ duration }) => duration)).size === list.length),
  expected: 'up to twelve different durations such as 1h,12h,7d, each up to 90d',
}

/** The origin of a web address, which has neither a path nor a query. */
export const origin = {
  schema: z
    .url({ protocol: /^https?$/, abort: true })
    .refine((value) => new URL(value).pathname === '/' && !new URL(value).search)
    .transform((value) => new URL(value).origin),
  expected: 'an address such as https://files.example.eu, without a path or a query',
}

/** The origin of the service: a path below it would not work, and what is expected says so. */
export const serviceOrigin = {
  ...origin,
  expected:
    'an address such as https://files.example.eu, without a path: a sub-path is not supported, because cookies and the rules of pages hold for a whole host. Give the service a host name of its own',
}

/** A file with certificates: its text, in PEM. */
export const certificates = {
  schema: z.string().transform((path, context) => {
    try {
      const text = readFileSync(path, 'utf8')
      if (/-----BEGIN CERTIFICATE-----/.test(text)) return text
    } catch {
      // Reported below, like a file without certificates.
    }
    context.addIssue('unreadable')
    return z.NEVER
  }),
  expected: 'a file that this user can read, with certificates in PEM',
}

/** Beginning of the keys in a bucket, without a slash at either end. */
export const keyPrefix = {
  schema: z
    .string()
    .transform((value) => value.replace(/^\/+|\/+$/g, ''))
    .pipe(
      z
        .string()
        .max(200)
        .regex(/^[\w.-]+(?:\/[\w.-]+)*$/),
    )
    // The objects of a service without a prefix lie in `blobs`.
    .refine((value) => value.split('/').every((part) => !['.', '..', 'blobs'].includes(part))),
  expected:
    'up to 200 letters, digits and ._- in parts that slashes separate, none of them named blobs, such as team/restante',
}

/** An OpenID Connect issuer: https, or http on this machine; it is compared letter by letter. */
export const issuer = {
  schema: z.url({ protocol: /^https?$/, abort: true }).refine((value) => {
    const { protocol, hostname, search, hash } = new URL(value)
    const isLoopback = ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
    return (protocol === 'https:' || isLoopback) && search === '' && hash === ''
  }),
  expected: 'an address such as https://login.example.eu, without a query',
}

/** Address that secrets are sent to: https, or http on this machine. */
export const secretAddress = {
  schema: issuer.schema,
  expected: 'an https address, without a query',
}

/**
 * A claim of an identity provider and the value it has to hold: `groups:restante-admins`. Both may have colons
 * (`https://files.example.eu/roles:admin`, `entitlement:urn:example:admins`), so it is read at each, from the last one on.
 */
export const claimValue = {
  schema: z
    .string()
    .regex(/^[^:\s]+:.+$/, { abort: true })
    .transform((text) =>
      Array.from(text.matchAll(/:/g), ({ index }) => ({
        claim: text.slice(0, index),
        value: text.slice(index + 1),
      }))
        .filter(({ claim, value }) => claim !== '' && value !== '')
        .toReversed(),
    ),
  expected: 'a claim and its value such as groups:restante-admins',
}

/** Mail domains, in ASCII and small letters. */
const mailDomains = z.array(
  z
    .string()
    .transform((domain) => asciiDomain(domain.trim().toLowerCase()) ?? '')
    .pipe(z.string().regex(/^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/)),
)

/** `off`, `on`, or mail domains separated by commas, in lower case and ASCII. */
export const signUpRule = {
  schema: z
    .string()
    .transform((value) => value.split(',').map((entry) => entry.trim().toLowerCase()))
    .transform(([first = '', ...more]) =>
      more.length === 0 && (first === 'on' || first === 'off') ? first : [first, ...more],
    )
    .pipe(z.union([z.enum(['on', 'off']), mailDomains])),
  expected: 'off, on, or mail domains such as example.eu,example.org',
}

/** Rule for who may register: one of three words, or mail domains. */
export const registrationRule = {
  schema: z.union([
    z.enum(['open', 'invited', 'closed']),
    z
      .string()
      .transform((value) => value.split(','))
      .pipe(mailDomains),
  ]),
  expected: 'open, invited, closed, or mail domains such as example.eu,example.org',
}

/** An address with one of some protocols, such as `/^smtps?$/`. */
export function address(protocol: RegExp, example: string) {
  return { schema: z.url({ protocol, hostname: /./ }), expected: `an address such as ${example}` }
}

export const mailAddress = {
  schema: z.string().transform(asciiEmailAddress).refine(isEmailAddress),
  expected: 'an email address',
}

/** Contact: a mail address, which becomes a `mailto:` one, or a page. */
export const contact = {
  schema: z.union([
    mailAddress.schema.transform((value) => `mailto:${value}`),
    z.url({ protocol: /^https$/ }),
  ]),
  expected: 'an email or https address',
}

/** A mail address, alone or in angle brackets after a name. */
export const mailbox = {
  schema: z
    .string()
    .transform((value) => {
      const [, name = '', alone = value] = /^([^<>"]*)<([^<>]*)>$/.exec(value.trim()) ?? []
      return { name: name.trim(), address: asciiEmailAddress(alone.trim()) }
    })
    .pipe(
      z.object({
        name: z.string().regex(/^\P{Cc}*$/u),
        address: z.string().regex(/^[\w.!#$%&'*+/=?^`{|}~-]+@[\w.-]+$/),
      }),
    ),
  expected: 'an email address, alone or in angle brackets after a name',
}

/** Machines and networks: addresses, each perhaps with the length of its prefix, separated by commas. */
export const networks = {
  schema: z
    .string()
    .transform((value) => value.split(',').map((entry) => entry.trim()))
    .pipe(z.array(z.string().refine(isNetwork))),
  expected: 'addresses or networks such as 127.0.0.1,10.0.0.0/8',
}

const units = { KB: 1024, MB: 1024 ** 2, GB: 1024 ** 3, TB: 1024 ** 4 } as const
const unit = z.enum(['KB', 'MB', 'GB', 'TB'])
const bytes = z
  .string()
  .regex(/^\d+(\.\d+)?\s?(KB|MB|GB|TB)$/, { abort: true })
  .transform((value) => {
    const [, amount, name] = /^([\d.]+)\s?(KB|MB|GB|TB)$/.exec(value) ?? []
    return Math.floor(Number(amount) * units[unit.parse(name)])
  })

/** Bytes, written such as 500MB or 2GB (1024-based). */
export const size = { schema: bytes, expected: 'a size such as 500MB or 2GB' }

/** The same within bounds, which are included. */
export function megabytes(least: number, most: number) {
  return {
    schema: bytes.pipe(
      z
        .number()
        .min(least * units.MB)
        .max(most * units.MB),
    ),
    expected: `a size from ${least}MB to ${most}MB`,
  }
}

/** File name extensions, as `parse` reads them; it gives undefined for what it cannot read. */
export function typeList(parse: (value: string) => readonly string[] | undefined) {
  return {
    schema: z.string().transform((value, context) => {
      const types = parse(value)
      if (types) return types
      context.addIssue('unreadable')
      return z.NEVER
    }),
    expected: 'file name extensions such as pdf,png',
  }
}

const clamdForm = /^(?:unix:(?<path>\/.+)|tcp:\/\/\[?(?<host>[\w.:-]+)\]?:(?<port>\d+))$/

/** Address of clamd. */
export const clamdAddress = {
  schema: z.preprocess(
    (value) => ({ ...clamdForm.exec(String(value))?.groups }),
    z.union([z.object({ path: z.string() }), z.object({ host: z.string(), port: port.schema })]),
  ),
  expected: 'tcp://host:port or unix:/path',
}
