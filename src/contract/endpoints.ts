import { accountEndpoints } from './endpoints/account.ts'
import { adminEndpoints } from './endpoints/admin.ts'
import { brandingEndpoints } from './endpoints/branding.ts'
import { downloadsEndpoints } from './endpoints/downloads.ts'
import type { Endpoint } from './endpoints/endpoint.ts'
import { filesEndpoints } from './endpoints/files.ts'
import { groupEndpoints } from './endpoints/groups.ts'
import { integrationsEndpoints } from './endpoints/integrations.ts'
import { manageEndpoints } from './endpoints/manage.ts'
import { portalEndpoints } from './endpoints/portal.ts'
import { privacyEndpoints } from './endpoints/privacy.ts'
import { reportEndpoints } from './endpoints/reports.ts'
import { requestsEndpoints } from './endpoints/requests.ts'
import { securityEndpoints } from './endpoints/security.ts'
import { signInEndpoints } from './endpoints/sign-in.ts'
import { type RouteName, routes } from './routes.ts'
import { configReply, healthReply } from './service.ts'

/** Every call with its description: for the server, the typed client and the API document. */
export const endpoints = {
  health: { ...routes.health, summary: 'Returns the health of the service.', reply: healthReply },
  config: {
    ...routes.config,
    summary: 'Returns limits, options and features of the service.',
    reply: configReply,
  },
  ...brandingEndpoints,
  ...groupEndpoints,
  ...filesEndpoints,
  ...manageEndpoints,
  ...requestsEndpoints,
  ...downloadsEndpoints,
  ...privacyEndpoints,
  ...signInEndpoints,
  ...accountEndpoints,
  ...securityEndpoints,
  ...portalEndpoints,
  ...integrationsEndpoints,
  ...reportEndpoints,
  ...adminEndpoints,
} as const satisfies Record<RouteName, Endpoint>

export type Endpoints = typeof endpoints
