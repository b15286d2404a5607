/** Permissions of an API key; routes.ts says which call needs which. */
export const scopes = [
  'transfers:send',
  'transfers:read',
  'transfers:manage',
  'requests',
  'contacts',
  'webhooks',
  'admin:read',
  'admin:manage',
] as const
export type Scope = (typeof scopes)[number]

/** Scopes that only a key of an administrator can use. */
export function isAdminScope(scope: Scope): boolean {
  return scope.startsWith('admin:')
}
