import type { SettingGroup } from '#contract/operations/setting-groups.ts'
import { type TextKey, t } from '../../../i18n/t.ts'

export const groupText = {
  limits: 'admin.settings.limits',
  sending: 'admin.settings.sending',
  signIn: 'admin.settings.signIn',
  operator: 'admin.settings.operator',
  privacy: 'admin.settings.privacy',
  mail: 'setup.mail',
  scanner: 'setup.scanner',
  address: 'setup.address',
  backups: 'admin.settings.backups',
  provider: 'admin.settings.provider',
} as const satisfies Record<SettingGroup, TextKey>

/** Id of the heading of a group. */
export function headingId(group: string): string {
  return `settings-${group}`
}

type Words = { readonly name: TextKey; readonly about: TextKey }

/** Name and description of each setting. A test checks that none of the server's is missing. */
export const settingText: Readonly<Record<string, Words>> = {
  UPLOADS_PER_HOUR: { name: 'admin.setting.uploadsPerHour', about: 'admin.setting.uploadsPerHourAbout' },
  FREE_FILE_SIZE: { name: 'admin.setting.freeFileSize', about: 'admin.setting.freeFileSizeAbout' },
  PRO_FILE_SIZE: { name: 'admin.setting.proFileSize', about: 'admin.setting.proFileSizeAbout' },
  FREE_TRANSFER_SIZE: {
    name: 'admin.setting.freeTransferSize',
    about: 'admin.setting.freeTransferSizeAbout',
  },
  PRO_TRANSFER_SIZE: { name: 'admin.setting.proTransferSize', about: 'admin.setting.proTransferSizeAbout' },
  FREE_SPACE_KEPT: { name: 'admin.setting.freeSpaceKept', about: 'admin.setting.freeSpaceKeptAbout' },
  STORAGE_TOTAL: { name: 'admin.setting.storageTotal', about: 'admin.setting.storageTotalAbout' },
  EXPIRY_OPTIONS: { name: 'admin.setting.expiryOptions', about: 'admin.setting.expiryOptionsAbout' },
  PRO_EXPIRY_OPTIONS: {
    name: 'admin.setting.proExpiryOptions',
    about: 'admin.setting.proExpiryOptionsAbout',
  },
  DEFAULT_EXPIRY: { name: 'admin.setting.defaultExpiry', about: 'admin.setting.defaultExpiryAbout' },
  LONGEST_LIFE: { name: 'admin.setting.longestLife', about: 'admin.setting.longestLifeAbout' },
  FILE_PASSWORD: { name: 'admin.setting.filePassword', about: 'admin.setting.filePasswordAbout' },
  FILE_PASSWORD_LENGTH: {
    name: 'admin.setting.filePasswordLength',
    about: 'admin.setting.filePasswordLengthAbout',
  },
  ANONYMOUS_UPLOADS: { name: 'admin.setting.anonymousUploads', about: 'admin.setting.anonymousUploadsAbout' },
  END_TO_END: { name: 'admin.setting.endToEnd', about: 'admin.setting.endToEndAbout' },
  UPLOAD_NETWORKS: { name: 'admin.setting.uploadNetworks', about: 'admin.setting.uploadNetworksAbout' },
  UNSCANNED_FILES: { name: 'admin.setting.unscannedFiles', about: 'admin.setting.unscannedFilesAbout' },
  BLOCKED_TYPES: { name: 'admin.setting.blockedTypes', about: 'admin.setting.blockedTypesAbout' },
  ALLOWED_TYPES: { name: 'admin.setting.allowedTypes', about: 'admin.setting.allowedTypesAbout' },
  REGISTRATION: { name: 'admin.setting.registration', about: 'admin.setting.registrationAbout' },
  SECOND_FACTOR: { name: 'admin.setting.secondFactor', about: 'admin.setting.secondFactorAbout' },
  PLANS: { name: 'admin.setting.plans', about: 'admin.setting.plansAbout' },
  TERMS_PROMPT: { name: 'admin.setting.termsPrompt', about: 'admin.setting.termsPromptAbout' },
  SUPPORT_MAIL: { name: 'admin.setting.supportMail', about: 'admin.setting.supportMailAbout' },
  REQUEST_MIN_ACCOUNT_AGE: {
    name: 'admin.setting.requestMinAccountAge',
    about: 'admin.setting.requestMinAccountAgeAbout',
  },
  REQUEST_KEEP_FOR: { name: 'admin.setting.requestKeepFor', about: 'admin.setting.requestKeepForAbout' },
  REPORT_AUTO_DISABLE: {
    name: 'admin.setting.reportAutoDisable',
    about: 'admin.setting.reportAutoDisableAbout',
  },
  REPORT_MAIL: { name: 'admin.setting.reportMail', about: 'admin.setting.reportMailAbout' },
  SOCIAL_URL: { name: 'admin.setting.socialUrl', about: 'admin.setting.socialUrlAbout' },
  OPERATOR_NAME: { name: 'admin.setting.operatorName', about: 'admin.setting.operatorNameAbout' },
  OPERATOR_ADDRESS: { name: 'admin.setting.operatorAddress', about: 'admin.setting.operatorAddressAbout' },
  OPERATOR_DETAILS: { name: 'admin.setting.operatorDetails', about: 'admin.setting.operatorDetailsAbout' },
  PRIVACY_MAIL: { name: 'admin.setting.privacyMail', about: 'admin.setting.privacyMailAbout' },
  SECURITY_CONTACT: { name: 'admin.setting.securityContact', about: 'admin.setting.securityContactAbout' },
  HOSTING_REGION: { name: 'admin.setting.hostingRegion', about: 'admin.setting.hostingRegionAbout' },
  PROCESSORS: { name: 'admin.setting.processors', about: 'admin.setting.processorsAbout' },
  SMTP_URL: { name: 'setup.mailServer', about: 'admin.setting.smtpUrlAbout' },
  SMTP_PASSWORD: { name: 'admin.setting.smtpPassword', about: 'admin.setting.smtpPasswordAbout' },
  MAIL_FROM: { name: 'admin.setting.mailFrom', about: 'admin.setting.mailFromAbout' },
  CLAMD_URL: { name: 'admin.setting.clamdUrl', about: 'admin.setting.clamdUrlAbout' },
  PUBLIC_URL: { name: 'setup.address', about: 'admin.setting.publicUrlAbout' },
  BACKUP_DIR: { name: 'admin.setting.backupDir', about: 'admin.setting.backupDirAbout' },
  BACKUP_TIME: { name: 'admin.setting.backupTime', about: 'admin.setting.backupTimeAbout' },
  OIDC_ISSUER: { name: 'admin.setting.oidcIssuer', about: 'admin.setting.oidcIssuerAbout' },
  OIDC_CLIENT_ID: { name: 'admin.setting.oidcClientId', about: 'admin.setting.oidcClientIdAbout' },
  OIDC_CLIENT_SECRET: {
    name: 'admin.setting.oidcClientSecret',
    about: 'admin.setting.oidcClientSecretAbout',
  },
  OIDC_NAME: { name: 'admin.setting.oidcName', about: 'admin.setting.oidcNameAbout' },
  OIDC_SIGN_UP: { name: 'admin.setting.oidcSignUp', about: 'admin.setting.oidcSignUpAbout' },
  AUDIT_KEPT: { name: 'admin.setting.auditKept', about: 'admin.setting.auditKeptAbout' },
}

/** Names of the values that a setting can take. A test checks that none of the server's is missing. */
export const choiceText: Readonly<Record<string, TextKey>> = {
  on: 'admin.settings.on',
  off: 'admin.settings.off',
  optional: 'admin.settings.optional',
  required: 'admin.settings.required',
  administrators: 'admin.settings.forAdministrators',
  all: 'admin.settings.forAll',
  allow: 'admin.settings.allow',
  refuse: 'admin.settings.refuse',
  dialog: 'admin.settings.dialog',
  'at-upload': 'admin.settings.atUpload',
  accounts: 'admin.settings.forAccounts',
  'coming-soon': 'admin.settings.announced',
  hidden: 'admin.settings.hidden',
}

/** A value as people read it: words in their language, everything else as it is. */
export function displayText(value: string | null): string {
  if (!value) return t('admin.settings.notSet')
  const word = choiceText[value]
  return word ? t(word) : value
}
