import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { newId } from '#crypto/random-id.ts'
import { matchNetworks } from '../config/networks.ts'
import { contactsRoutes } from '../contacts/contacts.routes.ts'
import { accountsRoutes } from '../identity/accounts.routes.ts'
import { apiKeysRoutes } from '../identity/api-keys/api-keys.routes.ts'
import { identifyApiKey } from '../identity/api-keys/identify-api-key.ts'
import { authenticateCallers } from '../identity/calls/authenticate.ts'
import { consentsRoutes } from '../identity/consents/consents.routes.ts'
import { oidcRoutes } from '../identity/oidc/oidc.routes.ts'
import { identifyCaller } from '../identity/principals/identify-caller.ts'
import { rightsRoutes } from '../identity/rights/rights.routes.ts'
import { passkeysRoutes } from '../identity/sign-in/passkeys/passkeys.routes.ts'
import { securityRoutes } from '../identity/sign-in/second-factor/security.routes.ts'
import { usersRoutes } from '../identity/users.routes.ts'
import { keysRoutes } from '../keys/keys.routes.ts'
import { stopRoutes } from '../messaging/mail/stop.routes.ts'
import { notificationsRoutes } from '../messaging/notifications/notifications.routes.ts'
import { receiptsRoutes } from '../messaging/receipts/receipts.routes.ts'
import { webhooksRoutes } from '../messaging/webhooks/webhooks.routes.ts'
import { casesRoutes } from '../moderation/cases.routes.ts'
import { reportsRoutes } from '../moderation/reports.routes.ts'
import { adminRoutes } from '../operations/admin/admin.routes.ts'
import { auditRoutes } from '../operations/audit/audit.routes.ts'
import { backupRoutes } from '../operations/backup/backup.routes.ts'
import { brandingRoutes } from '../operations/branding/branding.routes.ts'
import { groupsRoutes } from '../operations/groups/groups.routes.ts'
import { oldLinksRoutes } from '../operations/importing/old-links.routes.ts'
import { maintenanceRoutes } from '../operations/maintenance/maintenance.routes.ts'
import { type Lifecycle, serveReadiness } from '../operations/maintenance/readiness.ts'
import { metricsRoutes } from '../operations/metrics/metrics.routes.ts'
import { openApiRoutes } from '../operations/openapi/openapi.routes.ts'
import { retentionRoutes } from '../operations/retention/retention.routes.ts'
import { retentionOf } from '../operations/retention/retention.ts'
import { settingsRoutes } from '../operations/settings/settings.routes.ts'
import { setupRoutes } from '../operations/setup/setup.routes.ts'
import { Failure } from '../platform/failure.ts'
import { allowUploadOrigin } from '../platform/http/allow-upload-origin.ts'
import { keepPeerAddresses } from '../platform/http/client-address.ts'
import { gateMaintenance, type MaintenanceWatch, watchMaintenance } from '../platform/http/maintenance.ts'
import { observeCalls } from '../platform/http/observe-calls.ts'
import { serveTexts } from '../platform/http/pages/serve-texts.ts'
import { serveWebApp } from '../platform/http/pages/serve-web-app.ts'
import { limitBodies, usualBodyTime } from '../platform/http/read-body.ts'
import { readJson } from '../platform/http/read-json.ts'
import { answerClientErrors } from '../platform/http/replies/failure-body.ts'
import { sendFailure } from '../platform/http/replies/send-failure.ts'
import { readableAddress, requireOneHost } from '../platform/http/request-target.ts'
import { commonHeaders } from '../platform/http/security-headers.ts'
import type { Services } from '../platform/services.ts'
import { requestsRoutes } from '../requests/requests.routes.ts'
import { filesOfKeys } from '../transfers/lifetime/files-of-keys.ts'
import { transfersRoutes } from '../transfers/transfers.routes.ts'
import { addressData, personalData } from './personal-data.ts'

/** Largest JSON body, in bytes. */
const jsonLimit = 64 * 1024

/**
 * The contract's schemas check every call, in bind-endpoint.ts. Fastify's own compilers, which would be loaded otherwise, are
 * 120 modules.
 */
function refuseSchemas(): never {
  throw new Error('routes have no schemas of their own')
}

/** Milliseconds in which the head of a request has to come. */
const usualHeadTime = 15_000
/** Looks at each connection in that time: one whose time would be over at the next look is cut. */
const looksAtHeads = 15

type Options = {
  /** Whether the web app is served as well. */
  web?: boolean
  /** Folder of the built web app, if not the build's. */
  webFolder?: string
  /** Milliseconds in which the head and the body of a request have to come; uploads have a minimum rate instead. */
  headTime?: number
  bodyTime?: number
  /** Source of /ready, apart from the database. */
  lifecycle?: Lifecycle
}

/** Services in, HTTP app out: the server and the tests use the same one. Not yet listening. */
export async function createApp(
  services: Services,
  {
    web = true,
    webFolder,
    headTime = usualHeadTime,
    bodyTime = usualBodyTime,
    lifecycle = { draining: false },
  }: Options = {},
): Promise<FastifyInstance> {
  const { config, log } = services
  const headers = commonHeaders(config)
  const loggerInstance: FastifyBaseLogger = log
  const app = fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: jsonLimit,
    // It would hold for closing, too, which waits for bytes that are being stored: serve.ts limits that.
    pluginTimeout: 0,
    // Uploads may take hours; read-body.ts ends those that stand still, and all other bodies that take too long.
    requestTimeout: 0,
    http: {
      // guard: time of a head -> tests/http/hostile/bad-input.test.ts "a head that does not come"
      //   headTime - Math.floor(headTime / looksAtHeads) becomes 600_000
      headersTimeout: headTime - Math.floor(headTime / looksAtHeads),
      connectionsCheckingInterval: Math.floor(headTime / looksAtHeads),
      // requireOneHost answers in the shape of every other failure.
      requireHostHeader: false,
    },
    rewriteUrl: readableAddress,
    routerOptions: {
      // A file's name may be part of an address: 255 characters of up to nine bytes each.
      maxParamLength: 4096,
      // Many tus programs write a slash at the end of an address; no two routes differ by it.
      ignoreTrailingSlash: true,
    },
    genReqId: newId,
    // guard: forwarded addresses -> tests/http/downloads/download-limits.test.ts "is not believed"
    //   config.TRUSTED_PROXIES ? matchNetworks(config.TRUSTED_PROXIES) : false becomes true
    trustProxy: config.TRUSTED_PROXIES ? matchNetworks(config.TRUSTED_PROXIES) : false,
    clientErrorHandler: answerClientErrors(headers),
    frameworkErrors(error, request, reply) {
      reply.headers(headers)
      sendFailure(error, request, reply)
    },
    // A request that was on its way while this process stopped listening is answered, and its connection closed.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    schemaController: { compilersFactory: { buildValidator: refuseSchemas, buildSerializer: refuseSchemas } },
  })
  keepPeerAddresses(app.server)
  // Node itself would refuse with an answer of another shape; an expectation may be ignored (RFC 9110, section 10.1.1).
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
  app.addHook('onRoute', (route) => {
    if (route.url.startsWith('/api') && !route.config?.access)
      throw new Error(`${route.url} does not say who may call it`)
  })
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers)
    // A proxy keeps connections open, and would send further requests over them until the moment that this process ends.
    if (lifecycle.draining) reply.header('connection', 'close')
    // Decides by the route, not by the address, which can be written in many ways.
    const { url } = request.routeOptions
    // guard: no-store by route -> tests/http/hostile/bad-input.test.ts "is not stored, however"
    //   url === undefined || url.startsWith becomes request.url.startsWith
    if (url === undefined || url.startsWith('/api')) reply.header('cache-control', 'no-store')
    done()
  })
  limitBodies(app, bodyTime)
  requireOneHost(app)
  observeCalls(app, services.meter)
  allowUploadOrigin(app, config)
  authenticateCallers(app, {
    session: (tokenHash) => identifyCaller(services, tokenHash),
    apiKey: (keyHash, ip) => identifyApiKey(services, keyHash, ip),
  })
  // An address that leads nowhere is unknown whatever its body would be.
  app.addHook('onRequest', (request, _reply, done) => {
    done(request.is404 ? new Failure('NOT_FOUND') : undefined)
  })
  const maintenance = watchMaintenance(services)
  // After the callers: who they are is known by now.
  gateMaintenance(app, maintenance.read, ({ caller }) => caller?.isAdmin === true)
  readJson(app)
  // The body of a form is read by its route, as it comes.
  app.addContentTypeParser('multipart/form-data', (_request, _body, done) => done(null))
  app.removeContentTypeParser('text/plain')
  app.setErrorHandler(sendFailure)
  app.setNotFoundHandler(async () => {
    throw new Failure('NOT_FOUND')
  })

  bindCalls(app, services, maintenance)
  const unknown = async () => {
    throw new Failure('NOT_FOUND')
  }
  app.all('/api/*', { config: { access: 'anyone', scope: 'any' }, onRequest: unknown }, unknown)
  serveTexts(app, services)
  serveReadiness(app, services, lifecycle)
  if (web) await serveWebApp(app, services, webFolder)
  return app
}

/** Binds all calls of the contract, room by room. */
function bindCalls(app: FastifyInstance, services: Services, maintenance: MaintenanceWatch): void {
  const { config } = services
  const parts = personalData(services)
  accountsRoutes(app, services)
  usersRoutes(app, services, parts)
  consentsRoutes(app, services)
  rightsRoutes(app, services, addressData(services))
  apiKeysRoutes(app, services)
  passkeysRoutes(app, services)
  securityRoutes(app, services)
  oidcRoutes(app, services)
  transfersRoutes(app, services)
  keysRoutes(app, services, filesOfKeys(services))
  contactsRoutes(app, services)
  requestsRoutes(app, services)
  notificationsRoutes(app, services)
  stopRoutes(app, services)
  receiptsRoutes(app, services)
  webhooksRoutes(app, services)
  maintenanceRoutes(app, services, maintenance, () => retentionOf(config))
  retentionRoutes(app, services)
  auditRoutes(app, services)
  metricsRoutes(app, services)
  openApiRoutes(app, services)
  backupRoutes(app, services)
  settingsRoutes(app, services)
  brandingRoutes(app, services)
  groupsRoutes(app, services)
  setupRoutes(app, services)
  oldLinksRoutes(app, services)
  if (config.REPORTS) {
    reportsRoutes(app, services)
    casesRoutes(app, services)
  }
  adminRoutes(app, services, { watch: maintenance, parts })
}
