import type { PersonalPart } from '#contract/accounts/accounts.ts'
import { personalContacts } from './contacts/personal-contacts.ts'
import { personalApiKeys } from './identity/api-keys/personal-api-keys.ts'
import { personalIdentities } from './identity/oidc/personal-identities.ts'
import { personalPasskeys } from './identity/passkeys/personal-passkeys.ts'
import type { PersonalData } from './identity/privacy/personal-data.ts'
import { personalSessions } from './identity/sessions/personal-sessions.ts'
import { personalKeys } from './keys/personal-keys.ts'
import { personalMails } from './messaging/mail/personal-mails.ts'
import { personalNotifications } from './messaging/notifications/personal-notifications.ts'
import { personalEntries } from './operations/audit/audit-entries.ts'
import { personalReports } from './operations/moderation/personal-reports.ts'
import type { Services } from './platform/services.ts'
import { personalRequests } from './requests/personal-requests.ts'
import { personalFiles, personalUploads } from './transfers/own/personal-transfers.ts'

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
    contacts: personalContacts(services),
    keys: personalKeys(services),
    notifications: personalNotifications(services),
    mails: personalMails(services),
    reports: personalReports(services),
    log: personalEntries(services),
  }
}
