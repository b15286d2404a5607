import * as z from 'zod/mini'
import { user } from '../accounts/accounts.ts'
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
import { routes } from '../routes.ts'
import { fileId, randomId } from '../transfers/files.ts'

const success = z.literal(true)
const done = z.object({ success, message: z.string() })
const byUserId = z.object({ id: randomId })
const userReply = z.object({ success, user: adminUser })
const deleted = z.object({ success, deletedCount: z.int() })
const settingsReply = z.object({ success, settings: z.array(setting) })
const maintenanceReply = z.object({ success, maintenance })

/** Schemas of the input and output of administrators' calls. */
export const adminEndpoints = {
  adminDashboard: { ...routes.adminDashboard, reply: z.object({ success, dashboard }) },
  adminSystem: { ...routes.adminSystem, reply: z.object({ success, system }) },

  adminUsers: {
    ...routes.adminUsers,
    query: usersQuery,
    reply: z.object({ ...listReply, users: z.array(adminUser) }),
  },
  adminUser: { ...routes.adminUser, params: byUserId, reply: userReply, notFound: 'USER_NOT_FOUND' },
  createUser: { ...routes.createUser, body: createUserRequest, reply: userReply, status: 201 },
  updateUser: {
    ...routes.updateUser,
    params: byUserId,
    body: updateUserRequest,
    reply: userReply,
    notFound: 'USER_NOT_FOUND',
  },
  deleteUser: { ...routes.deleteUser, params: byUserId, reply: done, notFound: 'USER_NOT_FOUND' },

  resetFactors: { ...routes.resetFactors, params: byUserId, reply: done, notFound: 'USER_NOT_FOUND' },
  adminFiles: {
    ...routes.adminFiles,
    query: filesQuery,
    reply: z.object({ ...listReply, files: z.array(adminFile) }),
  },
  adminDeleteFile: { ...routes.adminDeleteFile, params: z.object({ id: fileId }), reply: done },

  cleanUpFiles: {
    ...routes.cleanUpFiles,
    body: cleanupRequest,
    reply: z.object({ success, details: cleanupDetails }),
  },
  cleanUpSessions: { ...routes.cleanUpSessions, reply: deleted },
  cleanUpRateLimits: { ...routes.cleanUpRateLimits, reply: deleted },

  backups: { ...routes.backups, reply: z.object({ success, backups: z.array(backup) }) },
  createBackup: { ...routes.createBackup, reply: z.object({ success, backup }), status: 201 },

  maintenance: { ...routes.maintenance, reply: maintenanceReply },
  enableMaintenance: { ...routes.enableMaintenance, body: enableMaintenanceRequest, reply: maintenanceReply },
  disableMaintenance: { ...routes.disableMaintenance, reply: maintenanceReply },

  setupLink: {
    ...routes.setupLink,
    body: setupLinkRequest,
    reply: setupLinkReply,
    notFound: 'NOT_FOUND',
  },
  createFirstAdmin: {
    ...routes.createFirstAdmin,
    body: firstAdminRequest,
    reply: z.object({ success, user }),
    status: 201,
    notFound: 'NOT_FOUND',
  },
  setup: { ...routes.setup, reply: z.object({ success, setup }) },
  testMail: { ...routes.testMail, reply: mailTestReply },
  testScanner: { ...routes.testScanner, reply: scanTestReply },
  masterKeys: { ...routes.masterKeys, reply: masterKeysReply, notFound: 'NOT_FOUND' },
  masterKeysSaved: {
    ...routes.masterKeysSaved,
    body: savedKeysRequest,
    reply: done,
    notFound: 'NOT_FOUND',
  },
  settings: { ...routes.settings, reply: settingsReply },
  changeSettings: { ...routes.changeSettings, body: changeSettingsRequest, reply: settingsReply },

  auditLog: {
    ...routes.auditLog,
    query: auditQuery,
    reply: z.object({ ...listReply, entries: z.array(auditEntry) }),
  },
  exportAuditLog: { ...routes.exportAuditLog, query: auditExportQuery },
} as const
