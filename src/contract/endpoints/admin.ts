import * as z from 'zod/mini'
import { user } from '../accounts/accounts.ts'
import { confirmationHeader } from '../headers.ts'
import { listReply } from '../lists.ts'
import {
  adminFile,
  adminUser,
  cleanupDetails,
  cleanupRequest,
  createUserRequest,
  dashboard,
  enableMaintenanceRequest,
  filesQuery,
  maintenance,
  system,
  updateUserRequest,
  usersQuery,
} from '../operations/admin.ts'
import { auditEntry, auditExportQuery, auditQuery } from '../operations/audit.ts'
import { backup } from '../operations/backups.ts'
import { changeSettingsRequest, setting } from '../operations/settings.ts'
import {
  firstAdminRequest,
  mailTestReply,
  masterKeysReply,
  savedKeysRequest,
  scanTestReply,
  setup,
  setupLinkReply,
  setupLinkRequest,
} from '../operations/setup.ts'
import { type RouteName, routes } from '../routes.ts'
import { fileId, randomId } from '../transfers/files.ts'
import { done, type Endpoint, success } from './endpoint.ts'

const byUserId = z.object({ id: randomId })
const userReply = z.object({ success, user: adminUser })
const deleted = z.object({ success, deletedCount: z.int() })
const settingsReply = z.object({ success, settings: z.array(setting) })
const maintenanceReply = z.object({ success, maintenance })

/** Calls of administrators, and those of set-up. */
export const adminEndpoints = {
  adminDashboard: {
    ...routes.adminDashboard,
    summary: 'Returns what the service holds and what happened last.',
    reply: z.object({ success, dashboard }),
  },
  adminSystem: {
    ...routes.adminSystem,
    summary: 'Returns the state of the system.',
    reply: z.object({ success, system }),
  },

  adminUsers: {
    ...routes.adminUsers,
    summary: 'Lists users.',
    query: usersQuery,
    reply: z.object({ ...listReply, users: z.array(adminUser) }),
  },
  adminUser: {
    ...routes.adminUser,
    summary: 'Shows a user.',
    params: byUserId,
    reply: userReply,
    notFound: 'USER_NOT_FOUND',
  },
  createUser: {
    ...routes.createUser,
    summary: 'Makes a user, whose password is to be changed at the first sign-in.',
    body: createUserRequest,
    reply: userReply,
    status: 201,
  },
  updateUser: {
    ...routes.updateUser,
    summary: 'Changes a user.',
    params: byUserId,
    body: updateUserRequest,
    reply: userReply,
    notFound: 'USER_NOT_FOUND',
  },
  deleteUser: {
    ...routes.deleteUser,
    summary: 'Erases a user with everything that is theirs.',
    params: byUserId,
    reply: done,
    notFound: 'USER_NOT_FOUND',
  },

  resetFactors: {
    ...routes.resetFactors,
    summary: 'Removes the second factors of a user.',
    params: byUserId,
    reply: done,
    notFound: 'USER_NOT_FOUND',
  },
  adminFiles: {
    ...routes.adminFiles,
    summary: 'Lists files.',
    query: filesQuery,
    reply: z.object({ ...listReply, files: z.array(adminFile) }),
  },
  adminDeleteFile: {
    ...routes.adminDeleteFile,
    summary: 'Deletes a file.',
    params: z.object({ id: fileId }),
    reply: done,
  },

  cleanUpFiles: {
    ...routes.cleanUpFiles,
    summary: 'Ends what has expired and removes what is left of it.',
    body: cleanupRequest,
    reply: z.object({ success, details: cleanupDetails }),
  },
  cleanUpSessions: {
    ...routes.cleanUpSessions,
    summary: 'Forgets sessions whose time is up.',
    reply: deleted,
  },
  cleanUpRateLimits: { ...routes.cleanUpRateLimits, summary: 'Deletes expired rate limits.', reply: deleted },

  backups: {
    ...routes.backups,
    summary: 'Lists backups.',
    reply: z.object({ success, backups: z.array(backup) }),
  },
  createBackup: {
    ...routes.createBackup,
    summary: 'Makes a backup.',
    reply: z.object({ success, backup }),
    status: 201,
  },

  maintenance: {
    ...routes.maintenance,
    summary: 'Returns whether the service is under maintenance.',
    reply: maintenanceReply,
  },
  enableMaintenance: {
    ...routes.enableMaintenance,
    summary: 'Puts the service under maintenance.',
    body: enableMaintenanceRequest,
    reply: maintenanceReply,
  },
  disableMaintenance: { ...routes.disableMaintenance, summary: 'Ends maintenance.', reply: maintenanceReply },

  setupLink: {
    ...routes.setupLink,
    summary: 'Says whether the set-up link works.',
    body: setupLinkRequest,
    reply: setupLinkReply,
    notFound: 'NOT_FOUND',
  },
  createFirstAdmin: {
    ...routes.createFirstAdmin,
    summary: 'Makes the first administrator, with the set-up link.',
    body: firstAdminRequest,
    reply: z.object({ success, user }),
    status: 201,
    notFound: 'NOT_FOUND',
  },
  setup: {
    ...routes.setup,
    summary: 'Says how the service is set up, and what is still to be done.',
    reply: z.object({ success, setup }),
  },
  testMail: { ...routes.testMail, summary: 'Sends a test email to the caller.', reply: mailTestReply },
  testScanner: {
    ...routes.testScanner,
    summary: 'Has the virus scanner look at the EICAR test file.',
    reply: scanTestReply,
  },
  masterKeys: {
    ...routes.masterKeys,
    summary: 'Gives the master keys for a copy elsewhere, until one is confirmed.',
    headers: [confirmationHeader],
    reply: masterKeysReply,
    notFound: 'NOT_FOUND',
  },
  masterKeysSaved: {
    ...routes.masterKeysSaved,
    summary: 'Confirms that there is a copy of the master keys.',
    body: savedKeysRequest,
    reply: done,
    notFound: 'NOT_FOUND',
  },
  settings: {
    ...routes.settings,
    summary: 'Lists the settings that can be changed while the server runs.',
    reply: settingsReply,
  },
  changeSettings: {
    ...routes.changeSettings,
    summary: 'Changes settings.',
    body: changeSettingsRequest,
    reply: settingsReply,
  },

  auditLog: {
    ...routes.auditLog,
    summary: 'Lists what was done by whom.',
    query: auditQuery,
    reply: z.object({ ...listReply, entries: z.array(auditEntry) }),
  },
  exportAuditLog: {
    ...routes.exportAuditLog,
    summary: 'Gives the audit log as a file.',
    query: auditExportQuery,
    stream: { 'text/csv': 'text', 'application/x-ndjson': 'text' },
  },
} as const satisfies Partial<Record<RouteName, Endpoint>>
