import { termsVersion } from '#contract/accounts/terms.ts'
import type { Brand } from '#contract/operations/branding/identity.ts'
import { defaultName } from '#contract/operations/branding/names.ts'

/** Identity of the service, as the server has written it into the page; undefined while it is the default one. */
export const brand: Brand | undefined = readBrand()

/** Version of the terms that hold: the operator's own, or the built-in ones. */
export const termsInForce = brand?.terms?.version ?? termsVersion

/** The name of the service, in one place. */
export const productName = brand?.name ?? defaultName

function readBrand(): Brand | undefined {
  const text = document.querySelector<HTMLMetaElement>('meta[name=brand]')?.content
  return text && JSON.parse(text)
}
