import * as z from 'zod/mini'
import {
  authReply,
  changePasswordRequest,
  eraseRequest,
  erasure,
  forgotPasswordRequest,
  languageRequest,
  loginRequest,
  logoutRequest,
  preferences,
  profile,
  profileRequest,
  refreshRequest,
  registerReply,
  registerRequest,
  resetPasswordReply,
  resetPasswordRequest,
  session,
  sessionId,
  stats,
  user,
} from './accounts/accounts.ts'
import {
  apiKey,
  apiKeyId,
  confirmReply,
  confirmRequest,
  createApiKeyReply,
  createApiKeyRequest,
} from './accounts/api-keys.ts'
import { consentsReply, textHash } from './accounts/consents.ts'
import { contactId, contactReply, contactRequest, contactsQuery, contactsReply } from './accounts/contacts.ts'
import {
  changeKeyPasswordRequest,
  generatedKey,
  generateKeyRequest,
  keyAlgorithm,
  keyFiles,
  mlKemAlgorithm,
  ownKey,
  replacePrivateKeyRequest,
  storeKeyRequest,
} from './accounts/keys.ts'
import {
  markReadRequest,
  notificationsQuery,
  notificationsReply,
  unreadReply,
} from './accounts/notifications.ts'
import {
  correctNameRequest,
  eraseAddressRequest,
  openRightsReply,
  openRightsRequest,
  rightsCodeReply,
  rightsCodeRequest,
  rightsReply,
} from './accounts/rights.ts'
import { acceptTermsRequest, termsAcceptance } from './accounts/terms-acceptance.ts'
import { adminEndpoints } from './endpoints/admin.ts'
import { manageEndpoints } from './endpoints/manage.ts'
import { reportEndpoints } from './endpoints/reports.ts'
import { requestsEndpoints } from './endpoints/requests.ts'
import type { ErrorCode } from './errors.ts'
import { retentionReply } from './operations/retention.ts'
import { type Route, type RouteName, routes } from './routes.ts'
import { configReply, healthReply } from './service.ts'
import {
  connectIdentityReply,
  connectIdentityRequest,
  identitiesReply,
  identityId,
  oidcCallbackQuery,
  oidcExchangeReply,
  oidcExchangeRequest,
  oidcStartQuery,
  verifyEmailRequest,
} from './signing-in/identities.ts'
import {
  addPasskeyReply,
  addPasskeyRequest,
  newPasskeyOptionsReply,
  passkey,
  passkeyId,
  passkeyOptionsReply,
  passkeyOptionsRequest,
  passkeySignInRequest,
  passkeysReply,
  renamePasskeyRequest,
} from './signing-in/passkeys.ts'
import {
  loginReply,
  recoveryCodesReply,
  secondFactorRequest,
  security,
  totpConfirmRequest,
  totpReply,
} from './signing-in/second-factor.ts'
import {
  fileId,
  fileInfo,
  ownFilesQuery,
  ownFilesReply,
  pathNumber,
  sendLinkRequest,
  ticketReply,
  ticketRequest,
  uploadReply,
} from './transfers/files.ts'
import {
  memberQuery,
  membersQuery,
  membersReply,
  selectionQuery,
  selectionReply,
  selectionRequest,
} from './transfers/members.ts'
import { downloadCodeReply, downloadCodeRequest, stopToken } from './transfers/recipients.ts'

/** A call with its schemas. */
export type Endpoint = Route & {
  readonly params?: z.ZodMiniType
  readonly query?: z.ZodMiniType
  /** A JSON body. Forms and files have none: their routes read and write streams. */
  readonly body?: z.ZodMiniType
  /** JSON of a success; absent where the answer is bytes. */
  readonly reply?: z.ZodMiniType
  /** Status of a success; 200 unless told. */
  readonly status?: 200 | 201
  /** Failure for a param that cannot exist, such as a malformed id; FILE_NOT_FOUND by default. */
  readonly notFound?: ErrorCode
}

const byFileId = z.object({ id: fileId })
const byMember = z.object({ id: fileId, n: pathNumber })
const done = z.object({ success: z.literal(true), message: z.string() })
const profileReply = z.object({ success: z.literal(true), user: profile })
const byContactId = z.object({ id: contactId })
const byPasskeyId = z.object({ id: passkeyId })
const byAlgorithm = z.object({ algorithm: keyAlgorithm })
const ownKeyReply = z.object({ success: z.literal(true), key: ownKey })
const preferencesReply = z.object({ success: z.literal(true), preferences })

/** Schemas of the input and output of every call. */
export const endpoints = {
  health: { ...routes.health, reply: healthReply },
  config: { ...routes.config, reply: configReply },

  upload: { ...routes.upload, reply: uploadReply, status: 201 },
  uploadMultiple: { ...routes.uploadMultiple, reply: uploadReply, status: 201 },
  uploadStream: { ...routes.uploadStream, reply: uploadReply, status: 201 },
  putFile: { ...routes.putFile, params: z.object({ filename: z.string() }), status: 201 },
  uploadSteps: { ...routes.uploadSteps, params: z.object({ token: fileId }) },
  resumableResult: { ...routes.resumableResult, params: byFileId, reply: uploadReply },
  fileInfo: {
    ...routes.fileInfo,
    params: byFileId,
    reply: z.object({ success: z.literal(true), file: fileInfo }),
  },
  ownFiles: { ...routes.ownFiles, query: ownFilesQuery, reply: ownFilesReply },
  sendEmail: { ...routes.sendEmail, body: sendLinkRequest, reply: done },
  deleteFile: { ...routes.deleteFile, params: byFileId, reply: done },

  ...manageEndpoints,
  ...requestsEndpoints,

  downloadCode: {
    ...routes.downloadCode,
    params: byFileId,
    body: downloadCodeRequest,
    reply: downloadCodeReply,
  },
  downloadTicket: {
    ...routes.downloadTicket,
    params: byFileId,
    body: ticketRequest,
    reply: ticketReply,
    status: 201,
  },
  downloadFile: {
    ...routes.downloadFile,
    params: byFileId,
    query: z.object({
      ticket: z.optional(z.string()),
      password: z.optional(z.string()),
      keyPassword: z.optional(z.string()),
    }),
  },

  members: { ...routes.members, params: byFileId, query: membersQuery, reply: membersReply },
  memberFile: { ...routes.memberFile, params: byMember, query: memberQuery },
  memberPreview: { ...routes.memberPreview, params: byMember, query: memberQuery },
  memberThumbnail: { ...routes.memberThumbnail, params: byMember, query: memberQuery },
  selection: {
    ...routes.selection,
    params: byFileId,
    query: memberQuery,
    body: selectionRequest,
    reply: selectionReply,
  },
  selectionFile: { ...routes.selectionFile, params: byFileId, query: selectionQuery },
  stopMails: {
    ...routes.stopMails,
    params: z.object({ token: stopToken }),
    reply: done,
    notFound: 'NOT_FOUND',
  },

  rightsCode: { ...routes.rightsCode, body: rightsCodeRequest, reply: rightsCodeReply },
  openRights: { ...routes.openRights, body: openRightsRequest, reply: openRightsReply, status: 201 },
  exportRights: { ...routes.exportRights, reply: rightsReply },
  correctName: { ...routes.correctName, body: correctNameRequest, reply: done },
  blockMails: { ...routes.blockMails, reply: done },
  allowMails: { ...routes.allowMails, reply: done },
  eraseAddress: { ...routes.eraseAddress, body: eraseAddressRequest, reply: done },
  retention: { ...routes.retention, reply: retentionReply },

  register: { ...routes.register, body: registerRequest, reply: registerReply, status: 201 },
  login: { ...routes.login, body: loginRequest, reply: loginReply },
  secondFactor: { ...routes.secondFactor, body: secondFactorRequest, reply: authReply },
  passkeyOptions: { ...routes.passkeyOptions, body: passkeyOptionsRequest, reply: passkeyOptionsReply },
  signInWithPasskey: { ...routes.signInWithPasskey, body: passkeySignInRequest, reply: authReply },
  currentUser: { ...routes.currentUser, reply: z.object({ success: z.literal(true), user }) },
  refresh: { ...routes.refresh, body: refreshRequest, reply: authReply },
  logout: { ...routes.logout, body: logoutRequest, reply: done },
  forgotPassword: { ...routes.forgotPassword, body: forgotPasswordRequest, reply: done },
  resetPassword: { ...routes.resetPassword, body: resetPasswordRequest, reply: resetPasswordReply },

  oidcStart: { ...routes.oidcStart, query: oidcStartQuery },
  oidcCallback: { ...routes.oidcCallback, query: oidcCallbackQuery },
  oidcExchange: { ...routes.oidcExchange, body: oidcExchangeRequest, reply: oidcExchangeReply },
  verifyEmail: { ...routes.verifyEmail, body: verifyEmailRequest, reply: done },

  profile: { ...routes.profile, reply: profileReply },
  updateProfile: { ...routes.updateProfile, body: profileRequest, reply: profileReply },
  changePassword: { ...routes.changePassword, body: changePasswordRequest, reply: done },
  preferences: { ...routes.preferences, reply: preferencesReply },
  updatePreferences: { ...routes.updatePreferences, body: preferences, reply: preferencesReply },
  chooseLanguage: { ...routes.chooseLanguage, body: languageRequest, reply: done },
  acceptTerms: {
    ...routes.acceptTerms,
    body: acceptTermsRequest,
    reply: z.object({ success: z.literal(true), terms: termsAcceptance }),
  },
  consents: { ...routes.consents, reply: consentsReply },
  consentText: {
    ...routes.consentText,
    params: z.object({ hash: textHash }),
    notFound: 'NOT_FOUND',
  },
  sessions: {
    ...routes.sessions,
    reply: z.object({ success: z.literal(true), sessions: z.array(session) }),
  },
  endSession: {
    ...routes.endSession,
    params: z.object({ id: sessionId }),
    reply: done,
    notFound: 'SESSION_NOT_FOUND',
  },
  endOtherSessions: { ...routes.endOtherSessions, reply: done },
  stats: { ...routes.stats, reply: z.object({ success: z.literal(true), stats }) },
  exportAccount: routes.exportAccount,
  previewErasure: { ...routes.previewErasure, reply: z.object({ success: z.literal(true), erasure }) },
  eraseAccount: { ...routes.eraseAccount, body: eraseRequest, reply: done },

  confirm: { ...routes.confirm, body: confirmRequest, reply: confirmReply },
  security: { ...routes.security, reply: z.object({ success: z.literal(true), security }) },
  beginTotp: { ...routes.beginTotp, reply: totpReply, status: 201 },
  confirmTotp: { ...routes.confirmTotp, body: totpConfirmRequest, reply: recoveryCodesReply },
  removeTotp: { ...routes.removeTotp, reply: done },
  renewRecoveryCodes: { ...routes.renewRecoveryCodes, reply: recoveryCodesReply, status: 201 },
  identities: { ...routes.identities, reply: identitiesReply },
  connectIdentity: {
    ...routes.connectIdentity,
    body: connectIdentityRequest,
    reply: connectIdentityReply,
    status: 201,
  },
  disconnectIdentity: {
    ...routes.disconnectIdentity,
    params: z.object({ id: identityId }),
    reply: done,
    notFound: 'IDENTITY_NOT_FOUND',
  },
  passkeys: { ...routes.passkeys, reply: passkeysReply },
  newPasskeyOptions: { ...routes.newPasskeyOptions, reply: newPasskeyOptionsReply, status: 201 },
  addPasskey: { ...routes.addPasskey, body: addPasskeyRequest, reply: addPasskeyReply, status: 201 },
  renamePasskey: {
    ...routes.renamePasskey,
    params: byPasskeyId,
    body: renamePasskeyRequest,
    reply: z.object({ success: z.literal(true), passkey }),
    notFound: 'PASSKEY_NOT_FOUND',
  },
  removePasskey: {
    ...routes.removePasskey,
    params: byPasskeyId,
    reply: done,
    notFound: 'PASSKEY_NOT_FOUND',
  },
  apiKeys: {
    ...routes.apiKeys,
    reply: z.object({ success: z.literal(true), apiKeys: z.array(apiKey) }),
  },
  createApiKey: {
    ...routes.createApiKey,
    body: createApiKeyRequest,
    reply: createApiKeyReply,
    status: 201,
  },
  revokeApiKey: {
    ...routes.revokeApiKey,
    params: z.object({ id: apiKeyId }),
    reply: done,
    notFound: 'API_KEY_NOT_FOUND',
  },

  keys: { ...routes.keys, reply: z.object({ success: z.literal(true), keys: z.array(ownKey) }) },
  key: { ...routes.key, params: byAlgorithm, reply: ownKeyReply, notFound: 'KEY_NOT_FOUND' },
  generateKey: {
    ...routes.generateKey,
    body: generateKeyRequest,
    reply: z.object({ success: z.literal(true), keyInfo: generatedKey }),
    status: 201,
  },
  storeKey: { ...routes.storeKey, body: storeKeyRequest, reply: ownKeyReply, status: 201 },
  changeKeyPassword: {
    ...routes.changeKeyPassword,
    params: z.object({ algorithm: mlKemAlgorithm }),
    body: changeKeyPasswordRequest,
    reply: done,
    notFound: 'KEY_NOT_FOUND',
  },
  replacePrivateKey: { ...routes.replacePrivateKey, body: replacePrivateKeyRequest, reply: done },
  keyFiles: {
    ...routes.keyFiles,
    params: byAlgorithm,
    reply: z.extend(keyFiles, { success: z.literal(true) }),
    notFound: 'KEY_NOT_FOUND',
  },
  deleteKey: {
    ...routes.deleteKey,
    params: byAlgorithm,
    reply: z.extend(done, { deletedFiles: z.int() }),
    notFound: 'KEY_NOT_FOUND',
  },

  contacts: { ...routes.contacts, query: contactsQuery, reply: contactsReply },
  addContact: { ...routes.addContact, body: contactRequest, reply: contactReply, status: 201 },
  contact: { ...routes.contact, params: byContactId, reply: contactReply, notFound: 'CONTACT_NOT_FOUND' },
  updateContact: {
    ...routes.updateContact,
    params: byContactId,
    body: contactRequest,
    reply: contactReply,
    notFound: 'CONTACT_NOT_FOUND',
  },
  deleteContact: {
    ...routes.deleteContact,
    params: byContactId,
    reply: done,
    notFound: 'CONTACT_NOT_FOUND',
  },

  notifications: { ...routes.notifications, query: notificationsQuery, reply: notificationsReply },
  unreadNotifications: { ...routes.unreadNotifications, reply: unreadReply },
  markNotificationsRead: { ...routes.markNotificationsRead, body: markReadRequest, reply: unreadReply },
  ...reportEndpoints,
  ...adminEndpoints,
} as const satisfies Record<RouteName, Endpoint>

export type Endpoints = typeof endpoints
