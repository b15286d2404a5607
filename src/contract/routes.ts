/**
 * Who may call: the server refuses to start with a route that does not say. `credentials`: a caller with the right
 * ones in the body; a bearer is not looked at, so that an old one cannot stand in the way of a new one.
 */
export type Access = 'anyone' | 'credentials' | 'user' | 'admin'

export type Route = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below `/api`, with `:name` parameters. */
  readonly path: string
  readonly access: Access
  /** May be called by a person whose password an administrator has set, before it is changed. */
  readonly withInitialPassword?: true
  /**
   * May be called by anybody while the service is under maintenance. `to-go-on`: only to go on with what began before,
   * which a download ticket shows.
   */
  readonly inMaintenance?: 'open' | 'to-go-on'
}

/**
 * Every call on one screen: where it is and who may call. What goes in and out stands in endpoints.ts, apart from
 * this table so that a browser can make calls without carrying the schemas.
 */
export const routes = {
  health: { method: 'GET', path: '/health', access: 'anyone', inMaintenance: 'open' },
  config: { method: 'GET', path: '/config', access: 'anyone', inMaintenance: 'open' },

  upload: { method: 'POST', path: '/files/upload', access: 'anyone' },
  uploadMultiple: { method: 'POST', path: '/files/upload-multiple', access: 'anyone' },
  uploadStream: { method: 'POST', path: '/files/upload-stream', access: 'anyone' },
  uploadSteps: { method: 'GET', path: '/files/steps/:token', access: 'anyone', inMaintenance: 'open' },
  resumableResult: {
    method: 'GET',
    path: '/files/resumable/:id/file',
    access: 'anyone',
    inMaintenance: 'open',
  },
  fileInfo: { method: 'GET', path: '/files/info/:id', access: 'anyone' },
  ownFiles: { method: 'GET', path: '/files/user/files', access: 'user' },
  sendEmail: { method: 'POST', path: '/files/send-email', access: 'anyone' },
  deleteFile: { method: 'DELETE', path: '/files/:id', access: 'anyone' },

  manageSession: { method: 'POST', path: '/transfers/manage-session', access: 'anyone' },
  managedTransfer: { method: 'GET', path: '/transfers/:ref/manage', access: 'anyone' },
  updateTransfer: { method: 'PUT', path: '/transfers/:ref', access: 'anyone' },
  deleteTransfer: { method: 'DELETE', path: '/transfers/:ref', access: 'anyone' },
  changeTransferPassword: { method: 'POST', path: '/transfers/:ref/password', access: 'anyone' },
  addTransferFile: { method: 'POST', path: '/transfers/:ref/files', access: 'anyone' },
  removeTransferFile: { method: 'DELETE', path: '/transfers/:ref/files/:position', access: 'anyone' },
  addLink: { method: 'POST', path: '/transfers/:ref/links', access: 'anyone' },
  updateLink: { method: 'PUT', path: '/transfers/:ref/links/:id', access: 'anyone' },
  revokeLink: { method: 'DELETE', path: '/transfers/:ref/links/:id', access: 'anyone' },
  addRecipient: { method: 'POST', path: '/transfers/:ref/recipients', access: 'anyone' },
  remindRecipient: {
    method: 'POST',
    path: '/transfers/:ref/recipients/:linkId/remind',
    access: 'anyone',
  },
  mailManageLink: { method: 'POST', path: '/transfers/:ref/manage-mail', access: 'anyone' },
  transferReceipt: { method: 'GET', path: '/transfers/:ref/receipt', access: 'anyone' },
  claimTransfer: { method: 'POST', path: '/transfers/:ref/claim', access: 'user' },

  downloadCode: { method: 'POST', path: '/download/:id/code', access: 'anyone' },
  downloadTicket: { method: 'POST', path: '/download/:id/ticket', access: 'anyone' },
  downloadFile: { method: 'GET', path: '/download/:id/file', access: 'anyone', inMaintenance: 'to-go-on' },

  stopMails: { method: 'POST', path: '/mails/stop/:token', access: 'anyone', inMaintenance: 'open' },

  register: { method: 'POST', path: '/auth/register', access: 'credentials' },
  login: { method: 'POST', path: '/auth/login', access: 'credentials', inMaintenance: 'open' },
  currentUser: { method: 'GET', path: '/auth/me', access: 'user', withInitialPassword: true },
  refresh: { method: 'POST', path: '/auth/refresh', access: 'credentials', inMaintenance: 'open' },
  logout: { method: 'POST', path: '/auth/logout', access: 'credentials', inMaintenance: 'open' },
  forgotPassword: { method: 'POST', path: '/auth/forgot-password', access: 'credentials' },
  resetPassword: { method: 'POST', path: '/auth/reset-password', access: 'credentials' },

  profile: { method: 'GET', path: '/users/profile', access: 'user' },
  updateProfile: { method: 'PUT', path: '/users/profile', access: 'user' },
  changePassword: {
    method: 'POST',
    path: '/users/change-password',
    access: 'user',
    withInitialPassword: true,
  },
  preferences: { method: 'GET', path: '/users/preferences', access: 'user' },
  updatePreferences: { method: 'PUT', path: '/users/preferences', access: 'user' },
  chooseLanguage: { method: 'PUT', path: '/users/language', access: 'user', withInitialPassword: true },
  acceptTerms: { method: 'POST', path: '/users/terms', access: 'user', withInitialPassword: true },
  sessions: { method: 'GET', path: '/users/sessions', access: 'user' },
  endSession: { method: 'DELETE', path: '/users/sessions/:id', access: 'user' },
  endOtherSessions: { method: 'DELETE', path: '/users/sessions', access: 'user' },
  stats: { method: 'GET', path: '/users/stats', access: 'user' },
  exportAccount: { method: 'GET', path: '/users/export', access: 'user' },
  previewErasure: { method: 'GET', path: '/users/me/erasure', access: 'user' },
  eraseAccount: { method: 'DELETE', path: '/users/me', access: 'user' },

  keys: { method: 'GET', path: '/users/keys', access: 'user' },
  key: { method: 'GET', path: '/users/keys/:algorithm', access: 'user' },
  generateKey: { method: 'POST', path: '/users/pqc/generate', access: 'user' },
  storeKey: { method: 'POST', path: '/users/keys', access: 'user' },
  changeKeyPassword: { method: 'POST', path: '/users/keys/:algorithm/password', access: 'user' },
  replacePrivateKey: { method: 'PUT', path: '/users/keys/rsa', access: 'user' },
  keyFiles: { method: 'GET', path: '/users/keys/:algorithm/files', access: 'user' },
  deleteKey: { method: 'DELETE', path: '/users/keys/:algorithm', access: 'user' },

  contacts: { method: 'GET', path: '/contacts', access: 'user' },
  addContact: { method: 'POST', path: '/contacts', access: 'user' },
  contact: { method: 'GET', path: '/contacts/:id', access: 'user' },
  updateContact: { method: 'PUT', path: '/contacts/:id', access: 'user' },
  deleteContact: { method: 'DELETE', path: '/contacts/:id', access: 'user' },

  notifications: { method: 'GET', path: '/notifications', access: 'user' },
  unreadNotifications: { method: 'GET', path: '/notifications/unread', access: 'user' },
  markNotificationsRead: { method: 'POST', path: '/notifications/read', access: 'user' },

  adminDashboard: { method: 'GET', path: '/admin/dashboard', access: 'admin' },
  adminSystem: { method: 'GET', path: '/admin/system', access: 'admin' },
  adminUsers: { method: 'GET', path: '/admin/users', access: 'admin' },
  adminUser: { method: 'GET', path: '/admin/users/:id', access: 'admin' },
  createUser: { method: 'POST', path: '/admin/users', access: 'admin' },
  updateUser: { method: 'PUT', path: '/admin/users/:id', access: 'admin' },
  deleteUser: { method: 'DELETE', path: '/admin/users/:id', access: 'admin' },
  adminFiles: { method: 'GET', path: '/admin/files', access: 'admin' },
  adminDeleteFile: { method: 'DELETE', path: '/admin/files/:id', access: 'admin' },
  cleanUpFiles: { method: 'POST', path: '/admin/cleanup', access: 'admin' },
  cleanUpSessions: { method: 'POST', path: '/admin/cleanup/expired-sessions', access: 'admin' },
  cleanUpRateLimits: { method: 'POST', path: '/admin/cleanup/rate-limits', access: 'admin' },
  backups: { method: 'GET', path: '/admin/backup', access: 'admin' },
  createBackup: { method: 'POST', path: '/admin/backup', access: 'admin' },
  maintenance: { method: 'GET', path: '/admin/maintenance', access: 'admin' },
  enableMaintenance: { method: 'POST', path: '/admin/maintenance/enable', access: 'admin' },
  disableMaintenance: { method: 'POST', path: '/admin/maintenance/disable', access: 'admin' },
  auditLog: { method: 'GET', path: '/admin/audit', access: 'admin' },
  exportAuditLog: { method: 'GET', path: '/admin/audit/export', access: 'admin' },
} as const satisfies Record<string, Route>

export type RouteName = keyof typeof routes
