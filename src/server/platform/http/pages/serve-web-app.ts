import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { termsVersion } from '#contract/accounts/terms.ts'
import { type Language, languages } from '#contract/languages.ts'
import { StartRefused } from '#server/config/config.ts'
import { Failure } from '../../failure.ts'
import type { Services } from '../../services.ts'
import { pagePolicy } from '../security-headers.ts'
import { brandedManifest, brandedPage } from './brand.ts'
import { pageLanguage } from './page-language.ts'
import { readPreloads } from './page-preloads.ts'
import { findAsset, publishAssets } from './release-assets.ts'

/** Folder of the built web app. */
const builtApp = fileURLToPath(new URL('../../../../../dist/web', import.meta.url))

/** Media types of the build's files, by extension. */
const mediaTypes: Readonly<Record<string, string>> = {
  '.js': 'application/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

/**
 * Serves the built web app: hashed assets for ever, those of earlier releases for some time, its one page for every
 * address the app may know, in the reader's language. The app itself sends unknown addresses home.
 * @throws StartRefused when the app has not been built
 */
export async function serveWebApp(
  app: FastifyInstance,
  services: Services,
  folder: string = builtApp,
): Promise<void> {
  const { config, database, log } = services
  const pageFile = (language: Language) =>
    join(folder, language === languages[0] ? 'index.html' : `index.${language}.html`)
  if (!languages.every((language) => existsSync(pageFile(language))))
    throw new StartRefused('The web app is not built: run npm run build.')
  const readPage = (language: Language) =>
    readFileSync(pageFile(language), 'utf8').replaceAll('{{publicUrl}}', config.publicUrl)
  const pages = new Map(languages.map((language) => [language, readPage(language)]))
  const usualPage = readPage(languages[0])
  await publishAssets(services, folder, assetsIn(folder)).catch((error: unknown) =>
    log.warn({ err: error }, 'pages of other releases may not find the files of this one'),
  )
  const preloadsOf = readPreloads(join(folder, '.vite/pages.json'))

  await app.register(fastifyStatic, {
    root: folder,
    serve: false,
    preCompressed: true,
    maxAge: '1h',
  })
  for (const name of filesBesidePages(folder)) {
    if (extname(name) === '.webmanifest') serveManifest(name)
    else app.get(`/${name}`, { config: { access: 'page' } }, (_request, reply) => reply.sendFile(name))
  }
  await app.register(serveAssets, { prefix: '/assets' })
  serveOpened(app)
  answerShared(app)
  app.get('/*', { config: { access: 'page' } }, async (request, reply) => {
    // The router takes the folder itself for a page, because it ignores a slash at the end.
    if (/^\/assets\/(?:\?|$)/.test(request.url)) throw new Failure('NOT_FOUND')
    return sendPage(reply, request)
  })

  /** What is not on the disk is of another release, or the app is being built anew under a server that runs. */
  async function serveAssets(assets: FastifyInstance) {
    await assets.register(fastifyStatic, {
      root: join(folder, 'assets'),
      index: false,
      preCompressed: true,
      decorateReply: false,
      maxAge: '1y',
      immutable: true,
    })
    assets.setNotFoundHandler(async ({ method, url }, reply) => {
      const [name = ''] = url.slice(1).split('?')
      const isRead = method === 'GET' || method === 'HEAD'
      const content = isRead ? await findAsset(database, name) : undefined
      if (!content) throw new Failure('NOT_FOUND')
      return reply
        .type(mediaTypes[extname(name)] ?? 'application/octet-stream')
        .header('cache-control', 'public, max-age=31536000, immutable')
        .send(content)
    })
  }

  function serveManifest(name: string) {
    const manifest = readFileSync(join(folder, name), 'utf8')
    app.get(`/${name}`, { config: { access: 'page' } }, async (_request, reply) =>
      reply
        .type('application/manifest+json; charset=utf-8')
        .header('cache-control', 'no-cache')
        .send(brandedManifest(manifest, config)),
    )
  }

  function sendPage(reply: FastifyReply, { url, headers }: FastifyRequest) {
    reply.type('text/html; charset=utf-8').header('content-security-policy', pagePolicy(config))
    reply.header('cache-control', 'no-cache').header('vary', 'accept-language, cookie')
    if (/^\/(download|delete|r)\//.test(url)) reply.header('x-robots-tag', 'noindex')
    const language = pageLanguage(headers)
    const page = pages.get(language) ?? usualPage
    const terms = { prompt: config.TERMS_PROMPT, version: config.ownTexts.terms[0]?.version ?? termsVersion }
    const preloads = preloadsOf(url, language, terms, headers.cookie)
    return reply.send(
      inTheme(brandedPage(page, config), headers.cookie).replace('</head>', `${preloads}</head>`),
    )
  }
}

/** The files of the build that have addresses of their own, such as icons. */
function filesBesidePages(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !/^index.*\.html$|\.(br|gz)$/.test(entry.name))
    .map(({ name }) => name)
}

/** The files of the build whose names change with their content, as paths within its folder. */
function assetsIn(folder: string): string[] {
  return readdirSync(join(folder, 'assets'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
}

/** The page in the colours that a person has chosen, so that no other colours are seen before the app is there. */
function inTheme(page: string, cookies: string | undefined): string {
  const [, theme] = /(?:^|; )theme=(light|dark)(?:;|$)/.exec(cookies ?? '') ?? []
  return theme ? page.replace('<html ', `<html data-theme="${theme}" `) : page
}

/** The worker does nothing but fetch sealed bytes and hand them, opened, to the browser's own downloads. */
const workerPolicy =
  "default-src 'none'; connect-src 'self'; require-trusted-types-for 'script'; frame-ancestors 'none'"

/**
 * Serves the worker that decrypts and saves what a page has opened. It answers the addresses beside it in the browser; what the
 * server is asked for there after all, as by a retry from the list of downloads, is never a page: that would be saved as the file.
 */
function serveOpened(app: FastifyInstance): void {
  app.get('/opened/worker.js', { config: { access: 'page' } }, async (_request, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .header('content-security-policy', workerPolicy)
      .sendFile('opened/worker.js', { cacheControl: false }),
  )
  app.get('/opened/*', { config: { access: 'page' } }, async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    throw new Failure('NOT_FOUND')
  })
}

/**
 * Answers what a phone shares with the app before the app's worker runs, which takes the files otherwise
 * (src/web/public/share-worker.js). Nothing is read of them: the page asks to choose them.
 */
function answerShared(app: FastifyInstance): void {
  app.post('/share', { config: { access: 'page' } }, async (_request, reply) =>
    reply.header('cache-control', 'no-store').header('connection', 'close').redirect('/?shared', 303),
  )
}
