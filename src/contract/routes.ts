/** Who may call: the server refuses to start with a route that does not say. */
export type Access = 'anyone' | 'user' | 'admin'

export type Route = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below `/api`, with `:name` parameters. */
  readonly path: string
  readonly access: Access
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
  deleteFile: { method: 'DELETE', path: '/files/:id', access: 'anyone' },

  downloadTicket: { method: 'POST', path: '/download/:id/ticket', access: 'anyone' },
  downloadFile: { method: 'GET', path: '/download/:id/file', access: 'anyone' },
} as const satisfies Record<string, Route>

export type RouteName = keyof typeof routes
