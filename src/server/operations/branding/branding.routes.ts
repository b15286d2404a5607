import type { FastifyInstance, FastifyRequest } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import { languages } from '#contract/languages.ts'
import { type PictureRole, pictureRoles } from '#contract/operations/branding/identity.ts'
import { pictureLimits } from '#contract/operations/branding/identity-limits.ts'
import { bindEndpoint } from '#server/identity/calls/bind-endpoint.ts'
import { Failure } from '#server/platform/failure.ts'
import { clientNetwork } from '#server/platform/http/client-address.ts'
import { readUploadForm } from '#server/platform/http/forms/read-upload-form.ts'
import { brandFiles, brandFolder, brandOf, digestOf } from '#server/platform/http/pages/brand.ts'
import type { Services } from '#server/platform/services.ts'
import { changeIdentity, changePictures } from './change-identity.ts'
import { changeOwnText } from './change-own-text.ts'
import { ownTextMarkdown, ownTextState, readIntoDraft } from './own-text-state.ts'

/** The calls about name and looks, and the files that pages fetch for them. */
export function brandingRoutes(app: FastifyInstance, services: Services): void {
  const { config, database } = services
  const state = () => ({ identity: config.identity, pictures: brandOf(config).pictures })

  bindEndpoint(app, endpoints.brand, async ({ request, reply }) => {
    const brand = brandOf(config)
    const tag = `"${digestOf(JSON.stringify(brand))}"`
    reply.header('cache-control', 'no-cache').header('etag', tag)
    if (hasTag(request.headers['if-none-match'], tag)) reply.code(304)
    return { brand }
  })

  bindEndpoint(app, endpoints.identity, async () => state())

  bindEndpoint(app, endpoints.changeIdentity, async ({ caller, body, request }) => {
    await changeIdentity(services, body, { by: caller, network: clientNetwork(request) })
    return state()
  })

  bindEndpoint(app, endpoints.changePictures, async ({ caller, request }) => {
    const pictures = await readPictures(request)
    await changePictures(services, pictures, { by: caller, network: clientNetwork(request) })
    return state()
  })

  bindEndpoint(app, endpoints.ownTerms, ({ query: { page = 'terms' } }) => ownTextState(services, page))

  bindEndpoint(app, endpoints.changeOwnTerms, async ({ caller, body, request }) => {
    const { page = 'terms', publish, ...text } = body
    await changeOwnText(services, { page, text, publish }, { by: caller, network: clientNetwork(request) })
    return ownTextState(services, page)
  })

  bindEndpoint(app, endpoints.exportOwnTerms, async ({ query, reply }) => {
    const { page = 'terms', language = languages[0] } = query
    return reply
      .type('text/markdown; charset=utf-8')
      .header('content-disposition', `attachment; filename="${page}-${language}.md"`)
      .send(await ownTextMarkdown(services, page, language))
  })

  bindEndpoint(app, endpoints.importOwnTerms, async ({ caller, body, request }) => {
    const { page = 'terms' } = body
    const text = await readIntoDraft(services, page, body)
    const actor = { by: caller, network: clientNetwork(request) }
    await changeOwnText(services, { page, text, publish: false }, actor)
    return ownTextState(services, page)
  })

  app.get<{ Params: { file: string } }>(
    `${brandFolder}/:file`,
    { config: { access: 'page' } },
    async ({ params: { file } }, reply) => {
      const own = Object.values(brandFiles(config)).find((one) => one?.name === file)
      const picture = own ? undefined : await findPicture(file)
      if (!own && !picture) throw new Failure('NOT_FOUND')
      return reply
        .type(own?.type ?? (file.endsWith('.png') ? 'image/png' : 'image/webp'))
        .header('cache-control', 'public, max-age=31536000, immutable')
        .send(own?.content ?? picture)
    },
  )

  async function findPicture(file: string): Promise<Uint8Array | undefined> {
    if (!/^[\w-]{22}\.(?:png|webp)$/.test(file)) return undefined
    const rows = database.selectFrom('brand_pictures').select('content').where('file', '=', file)
    return (await rows.executeTakeFirst())?.content
  }
}

/** Compares weakly (RFC 9110, section 13.1.2): a proxy that compresses answers makes their tags weak. */
function hasTag(ifNoneMatch: string | undefined, tag: string): boolean {
  const given = ifNoneMatch?.split(',').map((one) => one.trim().replace(/^W\//, '')) ?? []
  return given.includes(tag) || given.includes('*')
}

/** @throws Failure PICTURE_REFUSED for a part that is too large; MALFORMED_FORM for one of another name */
async function readPictures({ raw, headers }: FastifyRequest): Promise<Map<PictureRole, Buffer>> {
  const pictures = new Map<PictureRole, Buffer>()
  await readUploadForm(raw, headers['content-type'] ?? '', {
    field() {
      throw new Failure('MALFORMED_FORM')
    },
    file({ name }) {
      const role = pictureRoles.find((one) => one === name)
      if (!role || pictures.has(role)) throw new Failure('MALFORMED_FORM')
      const chunks: Uint8Array[] = []
      let size = 0
      pictures.set(role, Buffer.alloc(0))
      return {
        write(chunk) {
          size += chunk.length
          // guard: bytes of a picture -> tests/http/pages/branding.test.ts "hostile pictures"
          if (size > pictureLimits.bytes) throw new Failure('PICTURE_REFUSED')
          chunks.push(Uint8Array.from(chunk))
          return undefined
        },
        end() {
          pictures.set(role, Buffer.concat(chunks))
          return undefined
        },
      }
    },
  })
  return pictures
}
