import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { newId } from '#crypto/random-id.ts'
import { watchMaintenance } from '#server/platform/http/maintenance-state.ts'
import { contactsRoutes } from './contacts/contacts.routes.ts'
import { accountsRoutes } from './identity/accounts/accounts.routes.ts'
import { usersRoutes } from './identity/accounts/users.routes.ts'
import { identifyCaller } from './identity/principals/identify-caller.ts'
import { keysRoutes } from './keys/keys.routes.ts'
import { notificationsRoutes } from './messaging/notifications/notifications.routes.ts'
import { adminRoutes } from './operations/admin/admin.routes.ts'
import { auditRoutes } from './operations/audit/audit.routes.ts'
import { backupRoutes } from './operations/backup/backup.routes.ts'
import { maintenanceRoutes } from './operations/maintenance/maintenance.routes.ts'
import { metricsRoutes } from './operations/metrics/metrics.routes.ts'
import { openApiRoutes } from './operations/openapi/openapi.routes.ts'
import { retentionOf } from './operations/retention.ts'
import { personalData } from './personal-data.ts'
import { Failure } from './platform/failure.ts'
import { allowUploadOrigin } from './platform/http/allow-upload-origin.ts'
import { authenticateCallers } from './platform/http/authenticate.ts'
import { answerClientError } from './platform/http/client-error.ts'
import { gateMaintenance } from './platform/http/gate-maintenance.ts'
import { observeCalls } from './platform/http/observe-calls.ts'
import { serveTexts } from './platform/http/pages/serve-texts.ts'
import { serveWebApp } from './platform/http/pages/serve-web-app.ts'
import { commonHeaders } from './platform/http/security-headers.ts'
import { sendFailure } from './platform/http/send-failure.ts'
import type { Services } from './platform/services.ts'
import { filesOfKeys } from './transfers/files-of-keys.ts'
import { filesRoutes } from './transfers/transfers.routes.ts'

/** Largest JSON body, in bytes. */
const jsonLimit = 64 * 1024

/**
 * The contract's schemas check every call, in bind-endpoint.ts. Fastify's own compilers, which would be loaded otherwise, are
 * 120 modules.
 */
function refuseSchemas(): never {
  throw new Error('routes have no schemas of their own')
}

/** Services in, HTTP app out: the server and the tests use the same one. Not yet listening. */
export async function createApp(services: Services, { web = true } = {}): Promise<FastifyInstance> {
  const { config, log } = services
  const loggerInstance: FastifyBaseLogger = log
  const app = fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: jsonLimit,
    // Uploads may take hours; read-upload-form.ts ends those that stand still.
    requestTimeout: 0,
    genReqId: newId,
    trustProxy: config.TRUSTED_PROXIES ?? false,
    clientErrorHandler: answerClientError,
    frameworkErrors: sendFailure,
    return503OnClosing: true,
    forceCloseConnections: 'idle',
    schemaController: { compilersFactory: { buildValidator: refuseSchemas, buildSerializer: refuseSchemas } },
  })
  const headers = commonHeaders(config)
  app.addHook('onRoute', (route) => {
    if (route.url.startsWith('/api') && !route.config?.access)
      throw new Error(`${route.url} does not say who may call it`)
  })
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headers)
    if (request.url.startsWith('/api')) reply.header('cache-control', 'no-store')
  })
  observeCalls(app, services.meter)
  allowUploadOrigin(app, config)
  authenticateCallers(app, (tokenHash) => identifyCaller(services, tokenHash))
  const maintenance = watchMaintenance(services)
  gateMaintenance(app, maintenance.read)
  // The body of a form is read by its route, as it comes.
  app.addContentTypeParser('multipart/form-data', (_request, _body, done) => done(null))
  app.removeContentTypeParser('text/plain')
  app.setErrorHandler(sendFailure)
  app.setNotFoundHandler(async () => {
    throw new Failure('NOT_FOUND')
  })

  const parts = personalData(services)
  accountsRoutes(app, services)
  usersRoutes(app, services, parts)
  filesRoutes(app, services)
  keysRoutes(app, services, filesOfKeys(services))
  contactsRoutes(app, services)
  notificationsRoutes(app, services)
  maintenanceRoutes(app, services, maintenance, retentionOf(config))
  auditRoutes(app, services)
  metricsRoutes(app, services)
  openApiRoutes(app, services)
  backupRoutes(app, services)
  adminRoutes(app, services, { watch: maintenance, parts })
  app.all('/api/*', { config: { access: 'anyone' } }, async () => {
    throw new Failure('NOT_FOUND')
  })
  serveTexts(app, services)
  if (web) await serveWebApp(app, config)
  return app
}
