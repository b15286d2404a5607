import type { PersonalPart } from '#contract/accounts/accounts.ts'
import { addressBooks } from '../contacts/address-books.ts'
import { personalContacts } from '../contacts/personal-contacts.ts'
import { addressInvitations } from '../identity/accounts/invitations.ts'
import { personalApiKeys } from '../identity/api-keys/personal-api-keys.ts'
import { addressConsents } from '../identity/consents/address-consents.ts'
import { personalConsents } from '../identity/consents/personal-consents.ts'
import { personalIdentities } from '../identity/oidc/personal-identities.ts'
import type { AddressParts } from '../identity/personal-data/address-data.ts'
import type { PersonalData } from '../identity/personal-data/personal-data.ts'
import { personalPasskeys } from '../identity/sign-in/passkeys/personal-passkeys.ts'
import { personalSessions } from '../identity/sign-in/sessions/personal-sessions.ts'
import { personalKeys } from '../keys/personal-keys.ts'
import { addressMails } from '../messaging/mail/held/address-mails.ts'
import { personalMails } from '../messaging/mail/held/personal-mails.ts'
import { personalNotifications } from '../messaging/notifications/personal-notifications.ts'
import { personalWebhooks } from '../messaging/webhooks/personal-webhooks.ts'
import { addressReports } from '../moderation/address-reports.ts'
import { personalReports } from '../moderation/personal-reports.ts'
import { personalEntries } from '../operations/audit/audit-entries.ts'
import type { Services } from '../platform/services.ts'
import { addressUploads } from '../requests/address-uploads.ts'
import { personalRequests } from '../requests/personal-requests.ts'
import { addressLinks } from '../transfers/links/address-links.ts'
import { personalFiles, personalUploads } from '../transfers/own/personal-transfers.ts'

/**
 * Everything that is held about people beside their account itself. A table that names a person belongs to one of these
 * parts: a test looks for it.
 */
export function personalData(services: Services): Record<PersonalPart, PersonalData> {
  return {
    sessions: personalSessions(services),
    passkeys: personalPasskeys(services),
    apiKeys: personalApiKeys(services),
    identities: personalIdentities(services),
    files: personalFiles(services),
    uploads: personalUploads(services),
    requests: personalRequests(services),
    webhooks: personalWebhooks(services),
    contacts: personalContacts(services),
    keys: personalKeys(services),
    notifications: personalNotifications(services),
    mails: personalMails(services),
    consents: personalConsents(services),
    reports: personalReports(services),
    log: personalEntries(services),
  }
}

/**
 * Everything that is held about mail addresses, of people with an account and without. A table with addresses or names of
 * people without an account belongs to one of these parts.
 */
export function addressData(services: Services): AddressParts {
  return {
    links: addressLinks(services),
    mails: addressMails(services),
    addressBooks: addressBooks(services),
    invitations: addressInvitations(services),
    consents: addressConsents(services),
    uploads: addressUploads(services),
    reports: addressReports(services),
  }
}
