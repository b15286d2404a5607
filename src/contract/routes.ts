/**
 * Who may call: the server refuses to start with a route that does not say. `credentials`: whoever brings the right
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
}

/**
 * Every call on one screen: where it is and who may call. What goes in and out stands in endpoints.ts, apart from
 * this table so that a browser can make calls without carrying the schemas.
 */
export const routes = {
  health: { method: 'GET', path: '/health', access: 'anyone' },
  config: { method: 'GET', path: '/config', access: 'anyone' },

  upload: { method: 'POST', path: '/files/upload', access: 'anyone' },
  uploadMultiple: { method: 'POST', path: '/files/upload-multiple', access: 'anyone' },
  uploadStream: { method: 'POST', path: '/files/upload-stream', access: 'anyone' },
  uploadSteps: { method: 'GET', path: '/files/steps/:token', access: 'anyone' },
  resumableResult: { method: 'GET', path: '/files/resumable/:id/file', access: 'anyone' },
  fileInfo: { method: 'GET', path: '/files/info/:id', access: 'anyone' },
  sendEmail: { method: 'POST', path: '/files/send-email', access: 'anyone' },
  deleteFile: { method: 'DELETE', path: '/files/:id', access: 'anyone' },

  downloadTicket: { method: 'POST', path: '/download/:id/ticket', access: 'anyone' },
  downloadFile: { method: 'GET', path: '/download/:id/file', access: 'anyone' },

  register: { method: 'POST', path: '/auth/register', access: 'credentials' },
  login: { method: 'POST', path: '/auth/login', access: 'credentials' },
  currentUser: { method: 'GET', path: '/auth/me', access: 'user', withInitialPassword: true },
  refresh: { method: 'POST', path: '/auth/refresh', access: 'credentials' },
  logout: { method: 'POST', path: '/auth/logout', access: 'credentials' },
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
  sessions: { method: 'GET', path: '/users/sessions', access: 'user' },
  endSession: { method: 'DELETE', path: '/users/sessions/:id', access: 'user' },
  endOtherSessions: { method: 'DELETE', path: '/users/sessions', access: 'user' },

  keys: { method: 'GET', path: '/users/keys', access: 'user' },
  key: { method: 'GET', path: '/users/keys/:algorithm', access: 'user' },
  generateKey: { method: 'POST', path: '/users/pqc/generate', access: 'user' },
  storeKey: { method: 'POST', path: '/users/keys', access: 'user' },
  changeKeyPassword: { method: 'POST', path: '/users/keys/:algorithm/password', access: 'user' },
  replacePrivateKey: { method: 'PUT', path: '/users/keys/rsa', access: 'user' },
  keyFiles: { method: 'GET', path: '/users/keys/:algorithm/files', access: 'user' },
  deleteKey: { method: 'DELETE', path: '/users/keys/:algorithm', access: 'user' },
} as const satisfies Record<string, Route>

export type RouteName = keyof typeof routes
