import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import type { Services } from '#server/platform/services.ts'
import { documentationPage, styleAddress } from './documentation-page.ts'
import { type OpenApiDocument, openApiDocument } from './openapi-document.ts'

const style = readFileSync(new URL('./documentation.css', import.meta.url), 'utf8')
const policy =
  "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
const cacheControl = 'public, max-age=300'

/** The API document, generated from the contract: for programs, and as a page. */
export function openApiRoutes(app: FastifyInstance, { config: live }: Pick<Services, 'config'>): void {
  let made: { readonly name: string; readonly document: OpenApiDocument; readonly page: string } | undefined
  /** Made when someone asks for the first time: a start need not wait for it. */
  function calls() {
    const { version, publicUrl, REPORTS, identity } = live
    if (made?.name === identity.name) return made
    const document = openApiDocument({ version, publicUrl, REPORTS, name: identity.name })
    made = { name: identity.name, document, page: documentationPage(document) }
    return made
  }
  const config = { access: 'credentials', inMaintenance: 'open' } as const

  app.get('/api/openapi.json', { config }, async (_request, reply) => {
    reply.header('cache-control', cacheControl)
    return calls().document
  })
  app.get('/api/docs', { config }, async (_request, reply) => {
    reply.header('cache-control', cacheControl).header('content-security-policy', policy)
    return reply.type('text/html; charset=utf-8').send(calls().page)
  })
  app.get(styleAddress, { config }, async (_request, reply) => {
    reply.header('cache-control', cacheControl)
    return reply.type('text/css; charset=utf-8').send(style)
  })
}
