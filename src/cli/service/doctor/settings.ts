import type { Config } from '#server/config/config.ts'
import type { State } from './finding.ts'

/** Options without which those beside do nothing. */
const needed = [
  ['S3_BUCKET', /^S3_/],
  ['OIDC_ISSUER', /^OIDC_/],
  ['SMTP_URL', /^SMTP_/],
  ['SMTP_OAUTH_TOKEN_URL', /^SMTP_OAUTH_/],
] as const

/** Finds options of the environment that do nothing, because the one that they belong to is not set. */
export function checkSettings(config: Config): readonly [State, string] {
  for (const [name, others] of needed) {
    const idle = [...config.fixed.keys()].filter((one) => others.test(one))
    if (config[name] !== undefined || idle.length === 0) continue
    const [verb, object] = idle.length === 1 ? ['does', 'it'] : ['do', 'them']
    return ['mend', `${idle.join(', ')} ${verb} nothing without ${name}: set that, or take ${object} out.`]
  }
  return ['ok', 'Every setting can be read.']
}
