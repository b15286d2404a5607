import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import * as z from 'zod'
import { defaultIdentity, type Identity, type PictureRole } from '#contract/operations/branding/identity.ts'
import { noOwnTexts, type OwnTexts } from '#contract/operations/branding/own-texts.ts'
import { type Group, noGroups } from '#contract/operations/groups/groups.ts'
import { type PasswordCosts, passwordCosts } from '#crypto/passwords/password-hash.ts'
import { isLocal } from './is-local.ts'
import { assertMailServer } from './mail-server-options.ts'
import type { Option } from './option-values.ts'
import { options } from './options.ts'
import { readTexts } from './secret-files.ts'
import { OptionsRefused, StartRefused } from './start-refused.ts'

export { isLocal, OptionsRefused, StartRefused }

type Options = typeof options
type OptionName = keyof Options

/** All options as read. An option with neither a value nor a default is undefined. */
export type Config = {
  readonly [Name in OptionName]: Options[Name]['default'] extends string
    ? z.output<Options[Name]['read']['schema']>
    : z.output<Options[Name]['read']['schema']> | undefined
} & {
  /** Origin that people use, without a slash at the end. */
  readonly publicUrl: string
  /** Sender of all mails. */
  readonly mailFrom: { readonly name: string; readonly address: string }
  readonly passwordCosts: PasswordCosts
  readonly version: string
  /** How many processes serve. With one there is no other. */
  readonly workers: number
  /** The longest life that a sender without Pro may ask for, in milliseconds. */
  readonly longestFreeExpiry: number
  /** Name, looks and texts of the service, and the names of its pictures below /brand: administrators change them. */
  readonly identity: Identity
  readonly pictures: Readonly<Partial<Record<PictureRole, string>>>
  /** The operator's own terms and privacy text. */
  readonly ownTexts: OwnTexts
  /** The levels of rules: the whole service, guests, and groups in their order. */
  readonly groups: readonly Omit<Group, 'members'>[]
  /** END_TO_END, or what stands for it: off where files must be scanned, or types are limited. */
  readonly endToEnd: 'off' | 'accounts' | 'all'
  /** The texts of the environment: the admin area changes none of these options. */
  readonly fixed: ReadonlyMap<string, string>
  /**
   * This configuration with the texts of the settings below those of the environment and above the defaults.
   * @throws OptionsRefused
   */
  readonly withSettings: (settings: Readonly<Record<string, string>>) => Config
}

/**
 * Reads the options from an environment, and secrets from the files that it names. Empty values count as absent.
 * @throws OptionsRefused naming each option whose value is wrong, and what is expected, never the value; StartRefused for a
 * file that cannot be used
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const fixed = readTexts(options, environment)
  function withSettings(settings: Readonly<Record<string, string>>): Config {
    const open = Object.entries(settings).filter(([name]) => !isFixed(fixed, name))
    return readValues({ ...Object.fromEntries(open), ...Object.fromEntries(fixed) }, fixed, withSettings)
  }
  return readValues(Object.fromEntries(fixed), fixed, withSettings)
}

/** Options of one service: a secret of the environment never goes where an administrator says. */
const setTogether: readonly (readonly string[])[] = [
  [
    'SMTP_URL',
    'SMTP_PASSWORD',
    'SMTP_OAUTH_TOKEN_URL',
    'SMTP_OAUTH_CLIENT_ID',
    'SMTP_OAUTH_CLIENT_SECRET',
    'SMTP_OAUTH_SCOPE',
  ],
  ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'],
]

/** Whether the environment sets an option, or one that it goes together with. */
export function isFixed(fixed: Config['fixed'], name: string): boolean {
  const together = setTogether.find((names) => names.includes(name)) ?? [name]
  return together.some((one) => fixed.has(one))
}

function readValues(
  environment: Readonly<Record<string, string | undefined>>,
  fixed: ReadonlyMap<string, string>,
  withSettings: Config['withSettings'],
): Config {
  const values: Record<string, unknown> = {}
  const wrong: [name: string, message: string][] = []
  for (const [name, option] of Object.entries(options)) {
    const value = environment[name] || option.default
    if (value === undefined) continue
    const { schema, expected }: Option['read'] = option.read
    const read = schema.safeParse(value)
    if (read.success) values[name] = read.data
    else wrong.push([name, `${name} is not valid: it has to be ${expected}.`])
  }
  if (wrong.length > 0)
    throw new OptionsRefused(
      wrong.map(([name]) => name),
      wrong.map(([, message]) => message).join('\n'),
    )
  const config = values as Omit<
    Config,
    | 'publicUrl'
    | 'mailFrom'
    | 'passwordCosts'
    | 'version'
    | 'workers'
    | 'longestFreeExpiry'
    | 'endToEnd'
    | 'fixed'
    | 'identity'
    | 'pictures'
    | 'ownTexts'
    | 'groups'
    | 'withSettings'
  >
  if ((config.S3_ACCESS_KEY_ID === undefined) !== (config.S3_SECRET_ACCESS_KEY === undefined))
    throw new StartRefused(
      'S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY go together: set both, or none for the credentials of the machine.',
    )
  if (config.NEW_FILES === 's3' && config.S3_BUCKET === undefined)
    throw new StartRefused('NEW_FILES=s3 needs S3_BUCKET.')
  if (config.MASTER_KEYS !== undefined && config.MASTER_KEYS_FILE !== undefined)
    throw new StartRefused('MASTER_KEYS and MASTER_KEYS_FILE cannot both be set.')
  const publicUrl = config.PUBLIC_URL ?? `http://localhost:${config.PORT}`
  if (publicUrl.startsWith('https:') && config.UPLOAD_ORIGIN?.startsWith('http:')) {
    throw new OptionsRefused(
      ['UPLOAD_ORIGIN', 'PUBLIC_URL'],
      'UPLOAD_ORIGIN must be https, as PUBLIC_URL is: browsers would not call it.',
    )
  }
  if (config.PASSWORD_COST === 'low' && !isLocal(publicUrl)) {
    throw new OptionsRefused(
      ['PASSWORD_COST', 'PUBLIC_URL'],
      'PASSWORD_COST=low is for tests: it needs a PUBLIC_URL at localhost or 127.0.0.1.',
    )
  }
  assertMailServer(config)
  assertSignIn(config, publicUrl)
  const [shortest] = config.EXPIRY_OPTIONS
  if (!shortest) throw new OptionsRefused(['EXPIRY_OPTIONS'], 'EXPIRY_OPTIONS must have at least one entry.')
  const isOffered = config.EXPIRY_OPTIONS.some(({ duration }) => duration === config.DEFAULT_EXPIRY.duration)
  if (!isOffered && environment.DEFAULT_EXPIRY)
    throw new OptionsRefused(['DEFAULT_EXPIRY'], 'DEFAULT_EXPIRY must be one of EXPIRY_OPTIONS.')
  const offered = [...config.EXPIRY_OPTIONS, ...config.PRO_EXPIRY_OPTIONS]
  if (offered.some(({ duration }) => duration > config.LONGEST_LIFE.duration))
    throw new OptionsRefused(
      ['LONGEST_LIFE'],
      'LONGEST_LIFE must not be shorter than EXPIRY_OPTIONS or PRO_EXPIRY_OPTIONS.',
    )
  const longest = Math.max(...config.EXPIRY_OPTIONS.map(({ duration }) => duration))
  return {
    ...config,
    DEFAULT_EXPIRY: isOffered ? config.DEFAULT_EXPIRY : shortest,
    longestFreeExpiry: environment.EXPIRY_OPTIONS ? longest : Math.max(longest, usualFreeExpiry),
    endToEnd: config.END_TO_END ?? usualEndToEnd(config),
    publicUrl,
    mailFrom: config.MAIL_FROM ?? defaultSender(publicUrl),
    passwordCosts: passwordCosts[config.PASSWORD_COST],
    version: version(),
    workers: config.WORKERS ?? (config.DATABASE_URL ? usualWorkers(availableParallelism()) : 1),
    identity: defaultIdentity,
    pictures: {},
    ownTexts: noOwnTexts,
    groups: noGroups,
    fixed,
    withSettings,
  }
}

function usualEndToEnd({
  UNSCANNED_FILES,
  ALLOWED_TYPES,
}: Pick<Config, 'UNSCANNED_FILES' | 'ALLOWED_TYPES'>) {
  return UNSCANNED_FILES === 'refuse' || ALLOWED_TYPES ? 'off' : 'accounts'
}

/** @throws StartRefused for options about signing in that contradict one another */
function assertSignIn(
  config: Pick<
    Config,
    | 'OIDC_ISSUER'
    | 'OIDC_CLIENT_ID'
    | 'OIDC_SCOPES'
    | 'PASSWORD_SIGN_IN'
    | 'REGISTRATION'
    | 'EMAIL_VERIFICATION'
    | 'SMTP_URL'
  >,
  publicUrl: string,
): void {
  if (config.EMAIL_VERIFICATION && config.SMTP_URL === undefined)
    throw new OptionsRefused(['EMAIL_VERIFICATION', 'SMTP_URL'], 'EMAIL_VERIFICATION=on needs SMTP_URL.')
  if (Array.isArray(config.REGISTRATION) && !config.EMAIL_VERIFICATION)
    throw new OptionsRefused(
      ['REGISTRATION', 'EMAIL_VERIFICATION'],
      'REGISTRATION for mail domains needs EMAIL_VERIFICATION=on: anyone can type an address at a domain.',
    )
  if (config.OIDC_ISSUER === undefined) {
    if (config.PASSWORD_SIGN_IN !== 'on')
      throw new OptionsRefused(
        ['PASSWORD_SIGN_IN', 'OIDC_ISSUER'],
        'PASSWORD_SIGN_IN must be on unless OIDC_ISSUER is set: nobody could sign in.',
      )
    return
  }
  if (config.OIDC_CLIENT_ID === undefined)
    throw new OptionsRefused(['OIDC_CLIENT_ID'], 'OIDC_ISSUER needs OIDC_CLIENT_ID.')
  if (!config.OIDC_SCOPES.split(/\s+/).includes('openid'))
    throw new OptionsRefused(['OIDC_SCOPES'], 'OIDC_SCOPES must have openid.')
  if (publicUrl.startsWith('http:') && !isLocal(publicUrl))
    throw new OptionsRefused(['OIDC_ISSUER', 'PUBLIC_URL'], 'OIDC_ISSUER needs a PUBLIC_URL with https.')
}

/** One process on a small machine, else one core is left to everything else. */
export function usualWorkers(cores: number): number {
  return cores <= 2 ? 1 : Math.min(cores - 1, maxUsualWorkers)
}

const maxUsualWorkers = 8

/** 24 hours, as documented; the options that pages offer end at 12. */
const usualFreeExpiry = 24 * 60 * 60_000

/** Addresses of machines make no mail domain. */
function defaultSender(publicUrl: string): { name: string; address: string } {
  const { hostname } = new URL(publicUrl)
  const isName = !/^\[|^[\d.]+$/.test(hostname)
  return { name: defaultIdentity.name, address: `no-reply@${isName ? hostname : 'localhost'}` }
}

/** The options of this process. The only place that reads `process.env`. */
export function readProcessConfig(): Config {
  return readConfig(process.env)
}

function version(): string {
  const text = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')
  return z.object({ version: z.string() }).parse(JSON.parse(text)).version
}
