import * as z from 'zod/mini'
import { user } from '../accounts/accounts.ts'
import { invitation, inviteReply, inviteRequest } from '../accounts/invitations.ts'
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
import { settingsFileBytes } from '../operations/branding/own-text-limits.ts'
import { changeSettingsRequest, setting } from '../operations/settings.ts'
import { settingsFile, skippedSettings } from '../operations/settings-file.ts'
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
const newsReply = z.object({ success, version: z.nullable(z.string()) })
const maintenanceReply = z.object({ success, maintenance })

/** Calls of administrators, and those of set-up. */
export const adminEndpoints = {
  adminDashboard: {
    ...routes.adminDashboard,
    summary: 'Returns service statistics and recent activity.',
    reply: z.object({ success, dashboard }),
  },
  adminSystem: {
    ...routes.adminSystem,
    summary: 'Returns system information.',
    reply: z.object({ success, system }),
  },

  news: {
    ...routes.news,
    summary: 'Returns the version of the service if the caller has not read its news, or null.',
    reply: newsReply,
  },
  newsRead: {
    ...routes.newsRead,
    summary: 'Marks the news of this version as read by the caller.',
    reply: newsReply,
  },

  adminUsers: {
    ...routes.adminUsers,
    summary: 'Lists users.',
    query: usersQuery,
    reply: z.object({ ...listReply, users: z.array(adminUser) }),
  },
  adminUser: {
    ...routes.adminUser,
    summary: 'Returns a user.',
    params: byUserId,
    reply: userReply,
    notFound: 'USER_NOT_FOUND',
  },
  createUser: {
    ...routes.createUser,
    summary: 'Creates a user, whose password must be changed at the first sign-in.',
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
    summary: 'Erases a user and all their data.',
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
  invitations: {
    ...routes.invitations,
    summary: 'Lists open invitations.',
    reply: z.object({ success, invitations: z.array(invitation) }),
  },
  invite: {
    ...routes.invite,
    summary: 'Invites a person to open an account.',
    body: inviteRequest,
    reply: inviteReply,
    status: 201,
  },
  withdrawInvitation: {
    ...routes.withdrawInvitation,
    summary: 'Withdraws an invitation.',
    params: byUserId,
    reply: done,
    notFound: 'NOT_FOUND',
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
    summary: 'Deletes expired transfers.',
    body: cleanupRequest,
    reply: z.object({ success, details: cleanupDetails }),
  },
  cleanUpSessions: {
    ...routes.cleanUpSessions,
    summary: 'Deletes expired sessions.',
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
    summary: 'Creates a backup.',
    reply: z.object({ success, backup }),
    status: 201,
  },

  maintenance: {
    ...routes.maintenance,
    summary: 'Returns the maintenance state.',
    reply: maintenanceReply,
  },
  enableMaintenance: {
    ...routes.enableMaintenance,
    summary: 'Starts maintenance.',
    body: enableMaintenanceRequest,
    reply: maintenanceReply,
  },
  disableMaintenance: { ...routes.disableMaintenance, summary: 'Ends maintenance.', reply: maintenanceReply },

  setupLink: {
    ...routes.setupLink,
    summary: 'Checks a set-up link.',
    body: setupLinkRequest,
    reply: setupLinkReply,
    notFound: 'NOT_FOUND',
  },
  createFirstAdmin: {
    ...routes.createFirstAdmin,
    summary: 'Creates the first administrator with a set-up link.',
    body: firstAdminRequest,
    reply: z.object({ success, user }),
    status: 201,
    notFound: 'NOT_FOUND',
  },
  setup: {
    ...routes.setup,
    summary: 'Returns the state of the set-up.',
    reply: z.object({ success, setup }),
  },
  testMail: { ...routes.testMail, summary: 'Sends a test email to the caller.', reply: mailTestReply },
  testScanner: {
    ...routes.testScanner,
    summary: 'Scans the EICAR test file.',
    reply: scanTestReply,
  },
  masterKeys: {
    ...routes.masterKeys,
    summary: 'Returns the master keys until a copy is confirmed.',
    headers: [confirmationHeader],
    reply: masterKeysReply,
    notFound: 'NOT_FOUND',
  },
  masterKeysSaved: {
    ...routes.masterKeysSaved,
    summary: 'Confirms a copy of the master keys.',
    body: savedKeysRequest,
    reply: done,
    notFound: 'NOT_FOUND',
  },
  settings: {
    ...routes.settings,
    summary: 'Lists the settings that can change while the server runs.',
    reply: settingsReply,
  },
  changeSettings: {
    ...routes.changeSettings,
    summary: 'Changes settings.',
    body: changeSettingsRequest,
    reply: settingsReply,
  },
  exportSettings: {
    ...routes.exportSettings,
    summary: 'Returns the changed settings and the identity, for another service.',
    reply: z.extend(settingsFile, { success }),
  },
  importSettings: {
    ...routes.importSettings,
    summary: 'Takes over settings and identity of another service.',
    body: settingsFile,
    bodyLimit: settingsFileBytes,
    reply: z.extend(settingsReply, { skipped: skippedSettings }),
  },

  auditLog: {
    ...routes.auditLog,
    summary: 'Lists the audit log.',
    query: auditQuery,
    reply: z.object({ ...listReply, entries: z.array(auditEntry) }),
  },
  exportAuditLog: {
    ...routes.exportAuditLog,
    summary: 'Exports the audit log.',
    query: auditExportQuery,
    stream: { 'text/csv': 'text', 'application/x-ndjson': 'text' },
  },
} as const satisfies Partial<Record<RouteName, Endpoint>>
