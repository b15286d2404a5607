import { addressBooks } from './contacts/address-books.ts'
import { addressConsents } from './identity/consents/address-consents.ts'
import type { AddressParts } from './identity/rights/address-data.ts'
import { addressMails } from './messaging/mail/address-mails.ts'
import type { Services } from './platform/services.ts'
import { addressLinks } from './transfers/links/address-links.ts'

/**
 * Everything that is held about mail addresses, whoever's they are. A table with addresses or names of people without an
 * account belongs to one of these parts: a test looks for it.
 */
export function addressData(services: Services): AddressParts {
  return {
    links: addressLinks(services),
    mails: addressMails(services),
    addressBooks: addressBooks(services),
    consents: addressConsents(services),
  }
}
