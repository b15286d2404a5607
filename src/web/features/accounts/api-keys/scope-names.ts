import type { Scope } from '#contract/accounts/scopes.ts'
import type { TextKey } from '#web/i18n/t.ts'

/** Names of the scopes. */
export const scopeNames = {
  'transfers:send': 'apiKeys.scope.send',
  'transfers:read': 'apiKeys.scope.read',
  'transfers:manage': 'apiKeys.scope.manage',
  requests: 'apiKeys.scope.requests',
  contacts: 'apiKeys.scope.contacts',
  'admin:read': 'apiKeys.scope.adminRead',
  'admin:manage': 'apiKeys.scope.adminManage',
} as const satisfies Record<Scope, TextKey>
