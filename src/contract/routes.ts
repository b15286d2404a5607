import type { Scope } from './accounts/scopes.ts'

/**
 * Callers that a route admits. The server refuses to start with a route that does not say. `credentials`: a caller with the
 * right ones in the body; a bearer is not looked at, so that an old one cannot stand in the way of a new one.
 */
export type Access = 'anyone' | 'credentials' | 'user' | 'admin'

export type Route = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below `/api`, with `:name` parameters. */
  readonly path: string
  readonly access: Access
  /**
   * Scope that an API key needs for this call; `any`: every key may make it. Without a scope no key may, even where anyone may
   * call. No call about an account, its credentials and its keys has one.
   */
  readonly scope?: Scope | 'any'
  /** Open to people who must add a second factor and have not yet. */
  readonly withoutFactor?: true
  /** May be called by a person whose password an administrator has set, before it is changed. */
  readonly withInitialPassword?: true
  /** Open during maintenance. `to-go-on`: only to continue what began before, as a download ticket proves. */
  readonly inMaintenance?: 'open' | 'to-go-on'
}

/**
 * Every call on one screen: its address and who may call. The schemas are in endpoints.ts, so that a browser can make calls
 * without loading them.
 */
export const routes = {
  health: { method: 'GET', path: '/health', access: 'anyone', scope: 'any', inMaintenance: 'open' },
  config: { method: 'GET', path: '/config', access: 'anyone', scope: 'any', inMaintenance: 'open' },
  brand: { method: 'GET', path: '/brand', access: 'anyone', scope: 'any', inMaintenance: 'open' },

  upload: { method: 'POST', path: '/files/upload', access: 'anyone', scope: 'transfers:send' },
  uploadMultiple: {
    method: 'POST',
    path: '/files/upload-multiple',
    access: 'anyone',
    scope: 'transfers:send',
  },
  uploadStream: { method: 'POST', path: '/files/upload-stream', access: 'anyone', scope: 'transfers:send' },
  putFile: { method: 'PUT', path: '/put/:filename', access: 'anyone', scope: 'transfers:send' },
  uploadSteps: {
    method: 'GET',
    path: '/files/steps/:token',
    access: 'anyone',
    scope: 'any',
    inMaintenance: 'open',
  },
  resumableResult: {
    method: 'GET',
    path: '/files/resumable/:id/file',
    access: 'anyone',
    scope: 'transfers:send',
    inMaintenance: 'open',
  },
  fileInfo: { method: 'GET', path: '/files/info/:id', access: 'anyone', scope: 'transfers:read' },
  ownFiles: { method: 'GET', path: '/files/user/files', access: 'user', scope: 'transfers:read' },
  sendEmail: { method: 'POST', path: '/files/send-email', access: 'anyone', scope: 'transfers:send' },
  deleteFile: { method: 'DELETE', path: '/files/:id', access: 'anyone', scope: 'transfers:manage' },

  manageSession: { method: 'POST', path: '/transfers/manage-session', access: 'anyone' },
  managedTransfer: {
    method: 'GET',
    path: '/transfers/:ref/manage',
    access: 'anyone',
    scope: 'transfers:read',
  },
  updateTransfer: { method: 'PUT', path: '/transfers/:ref', access: 'anyone', scope: 'transfers:manage' },
  deleteTransfer: { method: 'DELETE', path: '/transfers/:ref', access: 'anyone', scope: 'transfers:manage' },
  changeTransferPassword: {
    method: 'POST',
    path: '/transfers/:ref/password',
    access: 'anyone',
    scope: 'transfers:manage',
  },
  changeTransferSlot: {
    method: 'PUT',
    path: '/transfers/:ref/slot',
    access: 'anyone',
    scope: 'transfers:manage',
  },
  addTransferFile: {
    method: 'POST',
    path: '/transfers/:ref/files',
    access: 'anyone',
    scope: 'transfers:manage',
  },
  removeTransferFile: {
    method: 'DELETE',
    path: '/transfers/:ref/files/:position',
    access: 'anyone',
    scope: 'transfers:manage',
  },
  addLink: { method: 'POST', path: '/transfers/:ref/links', access: 'anyone', scope: 'transfers:manage' },
  updateLink: {
    method: 'PUT',
    path: '/transfers/:ref/links/:id',
    access: 'anyone',
    scope: 'transfers:manage',
  },
  revokeLink: {
    method: 'DELETE',
    path: '/transfers/:ref/links/:id',
    access: 'anyone',
    scope: 'transfers:manage',
  },
  addRecipient: {
    method: 'POST',
    path: '/transfers/:ref/recipients',
    access: 'anyone',
    scope: 'transfers:manage',
  },
  remindRecipient: {
    method: 'POST',
    path: '/transfers/:ref/recipients/:linkId/remind',
    access: 'anyone',
    scope: 'transfers:manage',
  },
  mailManageLink: {
    method: 'POST',
    path: '/transfers/:ref/manage-mail',
    access: 'anyone',
    scope: 'transfers:manage',
  },
  transferReceipt: {
    method: 'GET',
    path: '/transfers/:ref/receipt',
    access: 'anyone',
    scope: 'transfers:read',
  },
  claimTransfer: { method: 'POST', path: '/transfers/:ref/claim', access: 'user', scope: 'transfers:manage' },

  requests: { method: 'GET', path: '/requests', access: 'user', scope: 'requests' },
  createRequest: { method: 'POST', path: '/requests', access: 'user', scope: 'requests' },
  request: { method: 'GET', path: '/requests/:id', access: 'user', scope: 'requests' },
  updateRequest: { method: 'PUT', path: '/requests/:id', access: 'user', scope: 'requests' },
  deleteRequest: { method: 'DELETE', path: '/requests/:id', access: 'user', scope: 'requests' },
  closeRequest: { method: 'POST', path: '/requests/:id/close', access: 'user', scope: 'requests' },
  requestArchive: { method: 'POST', path: '/requests/:id/archive', access: 'user', scope: 'requests' },
  requestArchiveFile: { method: 'GET', path: '/requests/:id/archive', access: 'anyone' },
  publicRequest: { method: 'GET', path: '/requests/:id/public', access: 'anyone' },
  requestCode: { method: 'POST', path: '/requests/:id/code', access: 'anyone' },
  requestTicket: { method: 'POST', path: '/requests/:id/ticket', access: 'anyone' },
  visitorUploads: { method: 'GET', path: '/requests/:id/mine', access: 'anyone' },

  downloadCode: { method: 'POST', path: '/download/:id/code', access: 'anyone', scope: 'transfers:read' },
  downloadTicket: { method: 'POST', path: '/download/:id/ticket', access: 'anyone', scope: 'transfers:read' },
  downloadFile: {
    method: 'GET',
    path: '/download/:id/file',
    access: 'anyone',
    scope: 'transfers:read',
    inMaintenance: 'to-go-on',
  },

  downloadReceived: {
    method: 'POST',
    path: '/download/:id/received',
    access: 'anyone',
    scope: 'transfers:read',
    inMaintenance: 'to-go-on',
  },

  members: { method: 'GET', path: '/download/:id/members', access: 'anyone' },
  memberFile: { method: 'GET', path: '/download/:id/members/:n', access: 'anyone' },
  memberPreview: { method: 'GET', path: '/download/:id/members/:n/preview', access: 'anyone' },
  memberThumbnail: { method: 'GET', path: '/download/:id/members/:n/thumbnail', access: 'anyone' },
  selection: { method: 'POST', path: '/download/:id/selection', access: 'anyone' },
  selectionFile: { method: 'GET', path: '/download/:id/selection', access: 'anyone' },
  stopMails: { method: 'POST', path: '/mails/stop/:token', access: 'anyone', inMaintenance: 'open' },

  rightsCode: { method: 'POST', path: '/rights/code', access: 'anyone' },
  openRights: { method: 'POST', path: '/rights/session', access: 'anyone' },
  exportRights: { method: 'GET', path: '/rights/export', access: 'anyone' },
  correctName: { method: 'POST', path: '/rights/name', access: 'anyone' },
  blockMails: { method: 'POST', path: '/rights/block', access: 'anyone' },
  allowMails: { method: 'POST', path: '/rights/allow', access: 'anyone' },
  eraseAddress: { method: 'POST', path: '/rights/erase', access: 'anyone' },
  retention: { method: 'GET', path: '/retention', access: 'anyone', inMaintenance: 'open' },
  reportForm: { method: 'GET', path: '/reports/form', access: 'anyone' },
  createReport: { method: 'POST', path: '/reports', access: 'anyone' },
  report: { method: 'GET', path: '/reports/:number', access: 'anyone' },
  confirmReport: { method: 'POST', path: '/reports/:number/confirm', access: 'anyone' },
  appealReport: { method: 'POST', path: '/reports/:number/appeal', access: 'anyone' },
  reportCode: { method: 'POST', path: '/reports/:number/code', access: 'anyone' },
  decision: { method: 'GET', path: '/decisions/:id', access: 'anyone' },
  appealDecision: { method: 'POST', path: '/decisions/:id/appeal', access: 'anyone' },
  moderate: { method: 'POST', path: '/moderate/:token', access: 'anyone', inMaintenance: 'open' },

  register: { method: 'POST', path: '/auth/register', access: 'credentials' },
  findInvitation: { method: 'POST', path: '/auth/invitation', access: 'credentials' },
  login: { method: 'POST', path: '/auth/login', access: 'credentials', inMaintenance: 'open' },
  currentUser: {
    method: 'GET',
    path: '/auth/me',
    access: 'user',
    withInitialPassword: true,
    withoutFactor: true,
  },
  secondFactor: {
    method: 'POST',
    path: '/auth/second-factor',
    access: 'credentials',
    inMaintenance: 'open',
  },
  passkeyOptions: { method: 'POST', path: '/auth/passkeys/options', access: 'anyone', inMaintenance: 'open' },
  signInWithPasskey: {
    method: 'POST',
    path: '/auth/passkeys/verify',
    access: 'credentials',
    inMaintenance: 'open',
  },
  refresh: { method: 'POST', path: '/auth/refresh', access: 'credentials', inMaintenance: 'open' },
  logout: { method: 'POST', path: '/auth/logout', access: 'credentials', inMaintenance: 'open' },
  forgotPassword: { method: 'POST', path: '/auth/forgot-password', access: 'credentials' },
  resetPassword: { method: 'POST', path: '/auth/reset-password', access: 'credentials' },

  oidcStart: { method: 'GET', path: '/auth/oidc/start', access: 'credentials', inMaintenance: 'open' },
  oidcCallback: { method: 'GET', path: '/auth/oidc/callback', access: 'credentials', inMaintenance: 'open' },
  oidcExchange: { method: 'POST', path: '/auth/oidc/exchange', access: 'credentials', inMaintenance: 'open' },
  verifyEmail: { method: 'POST', path: '/auth/verify-email', access: 'credentials' },

  profile: { method: 'GET', path: '/users/profile', access: 'user', withoutFactor: true },
  updateProfile: { method: 'PUT', path: '/users/profile', access: 'user' },
  changePassword: {
    method: 'POST',
    path: '/users/change-password',
    access: 'user',
    withoutFactor: true,
    withInitialPassword: true,
  },
  preferences: { method: 'GET', path: '/users/preferences', access: 'user' },
  updatePreferences: { method: 'PUT', path: '/users/preferences', access: 'user' },
  chooseLanguage: {
    method: 'PUT',
    path: '/users/language',
    access: 'user',
    withoutFactor: true,
    withInitialPassword: true,
  },
  acceptTerms: {
    method: 'POST',
    path: '/users/terms',
    access: 'user',
    withoutFactor: true,
    withInitialPassword: true,
  },
  consents: { method: 'GET', path: '/users/consents', access: 'user' },
  consentText: { method: 'GET', path: '/consents/texts/:hash', access: 'anyone', inMaintenance: 'open' },
  sessions: { method: 'GET', path: '/users/sessions', access: 'user' },
  endSession: { method: 'DELETE', path: '/users/sessions/:id', access: 'user' },
  endOtherSessions: { method: 'DELETE', path: '/users/sessions', access: 'user' },
  stats: { method: 'GET', path: '/users/stats', access: 'user' },
  exportAccount: { method: 'GET', path: '/users/export', access: 'user' },
  previewErasure: { method: 'GET', path: '/users/me/erasure', access: 'user' },
  eraseAccount: { method: 'DELETE', path: '/users/me', access: 'user' },

  confirm: { method: 'POST', path: '/auth/confirm', access: 'user', withoutFactor: true },
  beginDevice: { method: 'POST', path: '/auth/device', access: 'credentials' },
  redeemDevice: { method: 'POST', path: '/auth/device/token', access: 'credentials' },
  findDevice: { method: 'POST', path: '/auth/device/find', access: 'user' },
  approveDevice: { method: 'POST', path: '/auth/device/approve', access: 'user' },
  denyDevice: { method: 'POST', path: '/auth/device/deny', access: 'user' },
  security: { method: 'GET', path: '/users/security', access: 'user', withoutFactor: true },
  beginTotp: { method: 'POST', path: '/users/totp', access: 'user', withoutFactor: true },
  confirmTotp: { method: 'POST', path: '/users/totp/confirm', access: 'user', withoutFactor: true },
  removeTotp: { method: 'DELETE', path: '/users/totp', access: 'user' },
  renewRecoveryCodes: { method: 'POST', path: '/users/recovery-codes', access: 'user' },
  identities: { method: 'GET', path: '/users/identities', access: 'user', withoutFactor: true },
  connectIdentity: { method: 'POST', path: '/users/identities', access: 'user' },
  disconnectIdentity: { method: 'DELETE', path: '/users/identities/:id', access: 'user' },
  passkeys: { method: 'GET', path: '/users/passkeys', access: 'user', withoutFactor: true },
  newPasskeyOptions: {
    method: 'POST',
    path: '/users/passkeys/options',
    access: 'user',
    withoutFactor: true,
  },
  addPasskey: { method: 'POST', path: '/users/passkeys', access: 'user', withoutFactor: true },
  renamePasskey: { method: 'PUT', path: '/users/passkeys/:id', access: 'user' },
  removePasskey: { method: 'DELETE', path: '/users/passkeys/:id', access: 'user' },
  apiKeys: { method: 'GET', path: '/users/api-keys', access: 'user' },
  createApiKey: { method: 'POST', path: '/users/api-keys', access: 'user' },
  revokeApiKey: { method: 'DELETE', path: '/users/api-keys/:id', access: 'user' },

  keys: { method: 'GET', path: '/users/keys', access: 'user' },
  key: { method: 'GET', path: '/users/keys/:algorithm', access: 'user' },
  generateKey: { method: 'POST', path: '/users/pqc/generate', access: 'user' },
  storeKey: { method: 'POST', path: '/users/keys', access: 'user' },
  changeKeyPassword: { method: 'POST', path: '/users/keys/:algorithm/password', access: 'user' },
  replacePrivateKey: { method: 'PUT', path: '/users/keys/rsa', access: 'user' },
  keyFiles: { method: 'GET', path: '/users/keys/:algorithm/files', access: 'user' },
  deleteKey: { method: 'DELETE', path: '/users/keys/:algorithm', access: 'user' },

  contacts: { method: 'GET', path: '/contacts', access: 'user', scope: 'contacts' },
  addContact: { method: 'POST', path: '/contacts', access: 'user', scope: 'contacts' },
  contact: { method: 'GET', path: '/contacts/:id', access: 'user', scope: 'contacts' },
  updateContact: { method: 'PUT', path: '/contacts/:id', access: 'user', scope: 'contacts' },
  deleteContact: { method: 'DELETE', path: '/contacts/:id', access: 'user', scope: 'contacts' },

  webhooks: { method: 'GET', path: '/webhooks', access: 'user', scope: 'webhooks' },
  createWebhook: { method: 'POST', path: '/webhooks', access: 'user', scope: 'webhooks' },
  updateWebhook: { method: 'PUT', path: '/webhooks/:id', access: 'user', scope: 'webhooks' },
  deleteWebhook: { method: 'DELETE', path: '/webhooks/:id', access: 'user', scope: 'webhooks' },
  rotateWebhookSecret: { method: 'POST', path: '/webhooks/:id/secret', access: 'user', scope: 'webhooks' },
  testWebhook: { method: 'POST', path: '/webhooks/:id/test', access: 'user', scope: 'webhooks' },
  webhookDeliveries: { method: 'GET', path: '/webhooks/:id/deliveries', access: 'user', scope: 'webhooks' },
  redeliverWebhook: {
    method: 'POST',
    path: '/webhooks/:id/deliveries/:n/again',
    access: 'user',
    scope: 'webhooks',
  },

  notifications: { method: 'GET', path: '/notifications', access: 'user' },
  unreadNotifications: { method: 'GET', path: '/notifications/unread', access: 'user' },
  markNotificationsRead: { method: 'POST', path: '/notifications/read', access: 'user' },

  adminDashboard: { method: 'GET', path: '/admin/dashboard', access: 'admin', scope: 'admin:read' },
  adminSystem: { method: 'GET', path: '/admin/system', access: 'admin', scope: 'admin:read' },
  adminUsers: { method: 'GET', path: '/admin/users', access: 'admin', scope: 'admin:read' },
  adminUser: { method: 'GET', path: '/admin/users/:id', access: 'admin', scope: 'admin:read' },
  createUser: { method: 'POST', path: '/admin/users', access: 'admin' },
  updateUser: { method: 'PUT', path: '/admin/users/:id', access: 'admin' },
  deleteUser: { method: 'DELETE', path: '/admin/users/:id', access: 'admin' },
  resetFactors: { method: 'DELETE', path: '/admin/users/:id/factors', access: 'admin' },
  invitations: { method: 'GET', path: '/admin/invitations', access: 'admin' },
  invite: { method: 'POST', path: '/admin/invitations', access: 'admin' },
  withdrawInvitation: { method: 'DELETE', path: '/admin/invitations/:id', access: 'admin' },
  adminFiles: { method: 'GET', path: '/admin/files', access: 'admin', scope: 'admin:read' },
  adminDeleteFile: { method: 'DELETE', path: '/admin/files/:id', access: 'admin', scope: 'admin:manage' },
  cleanUpFiles: { method: 'POST', path: '/admin/cleanup', access: 'admin', scope: 'admin:manage' },
  cleanUpSessions: {
    method: 'POST',
    path: '/admin/cleanup/expired-sessions',
    access: 'admin',
    scope: 'admin:manage',
  },
  cleanUpRateLimits: {
    method: 'POST',
    path: '/admin/cleanup/rate-limits',
    access: 'admin',
    scope: 'admin:manage',
  },
  backups: { method: 'GET', path: '/admin/backup', access: 'admin', scope: 'admin:read' },
  createBackup: { method: 'POST', path: '/admin/backup', access: 'admin', scope: 'admin:manage' },
  maintenance: { method: 'GET', path: '/admin/maintenance', access: 'admin', scope: 'admin:read' },
  enableMaintenance: {
    method: 'POST',
    path: '/admin/maintenance/enable',
    access: 'admin',
    scope: 'admin:manage',
  },
  disableMaintenance: {
    method: 'POST',
    path: '/admin/maintenance/disable',
    access: 'admin',
    scope: 'admin:manage',
  },
  setupLink: { method: 'POST', path: '/setup/link', access: 'credentials' },
  createFirstAdmin: { method: 'POST', path: '/setup', access: 'credentials' },
  setup: { method: 'GET', path: '/admin/setup', access: 'admin', scope: 'admin:read' },
  testMail: { method: 'POST', path: '/admin/setup/mail', access: 'admin' },
  testScanner: { method: 'POST', path: '/admin/setup/scan', access: 'admin' },
  masterKeys: { method: 'POST', path: '/admin/setup/keys', access: 'admin' },
  masterKeysSaved: { method: 'POST', path: '/admin/setup/keys/saved', access: 'admin' },
  settings: { method: 'GET', path: '/admin/settings', access: 'admin', scope: 'admin:read' },
  changeSettings: { method: 'PUT', path: '/admin/settings', access: 'admin' },
  identity: { method: 'GET', path: '/admin/identity', access: 'admin', scope: 'admin:read' },
  changeIdentity: { method: 'PUT', path: '/admin/identity', access: 'admin' },
  changePictures: { method: 'POST', path: '/admin/identity/pictures', access: 'admin' },
  auditLog: { method: 'GET', path: '/admin/audit', access: 'admin', scope: 'admin:read' },
  exportAuditLog: { method: 'GET', path: '/admin/audit/export', access: 'admin', scope: 'admin:read' },

  serviceWebhooks: { method: 'GET', path: '/admin/webhooks', access: 'admin', scope: 'admin:read' },
  createServiceWebhook: {
    method: 'POST',
    path: '/admin/webhooks',
    access: 'admin',
    scope: 'admin:manage',
  },
  updateServiceWebhook: {
    method: 'PUT',
    path: '/admin/webhooks/:id',
    access: 'admin',
    scope: 'admin:manage',
  },
  deleteServiceWebhook: {
    method: 'DELETE',
    path: '/admin/webhooks/:id',
    access: 'admin',
    scope: 'admin:manage',
  },
  rotateServiceWebhookSecret: {
    method: 'POST',
    path: '/admin/webhooks/:id/secret',
    access: 'admin',
    scope: 'admin:manage',
  },
  testServiceWebhook: {
    method: 'POST',
    path: '/admin/webhooks/:id/test',
    access: 'admin',
    scope: 'admin:manage',
  },
  serviceWebhookDeliveries: {
    method: 'GET',
    path: '/admin/webhooks/:id/deliveries',
    access: 'admin',
    scope: 'admin:read',
  },
  redeliverServiceWebhook: {
    method: 'POST',
    path: '/admin/webhooks/:id/deliveries/:n/again',
    access: 'admin',
    scope: 'admin:manage',
  },

  adminReports: { method: 'GET', path: '/admin/reports', access: 'admin', scope: 'admin:read' },
  adminReport: { method: 'GET', path: '/admin/reports/:n', access: 'admin', scope: 'admin:read' },
  disableReported: {
    method: 'POST',
    path: '/admin/reports/:n/disable',
    access: 'admin',
    scope: 'admin:manage',
  },
  restoreReported: {
    method: 'POST',
    path: '/admin/reports/:n/restore',
    access: 'admin',
    scope: 'admin:manage',
  },
  previewLetters: { method: 'POST', path: '/admin/reports/:n/letters', access: 'admin' },
  decideReport: { method: 'POST', path: '/admin/reports/:n/decide', access: 'admin' },
  assignReport: { method: 'POST', path: '/admin/reports/:n/assign', access: 'admin' },
  noteReport: { method: 'POST', path: '/admin/reports/:n/note', access: 'admin' },
  holdReported: { method: 'POST', path: '/admin/reports/:n/hold', access: 'admin' },
  reportedContent: { method: 'GET', path: '/admin/reports/:n/content', access: 'admin' },
  blockList: { method: 'GET', path: '/admin/blocklist', access: 'admin', scope: 'admin:read' },
  blockContent: { method: 'POST', path: '/admin/blocklist', access: 'admin', scope: 'admin:manage' },
  unblockContent: {
    method: 'DELETE',
    path: '/admin/blocklist/:sha256',
    access: 'admin',
    scope: 'admin:manage',
  },
  transparency: { method: 'GET', path: '/admin/transparency', access: 'admin', scope: 'admin:read' },
} as const satisfies Record<string, Route>

export type RouteName = keyof typeof routes
