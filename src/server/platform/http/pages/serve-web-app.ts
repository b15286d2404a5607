import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Language, languages } from '#contract/languages.ts'
import { type Config, StartRefused } from '../../../config.ts'
import { Failure } from '../../failure.ts'
import { pagePolicy } from '../security-headers.ts'
import { pageLanguage } from './page-language.ts'
import { readPreloads } from './page-preloads.ts'

const folder = fileURLToPath(new URL('../../../../../dist/web', import.meta.url))

/**
 * Serves the built web app: hashed assets for ever, its one page for every address the app may know, in the reader's
 * language. The app itself sends unknown addresses home.
 * @throws StartRefused when the app has not been built
 */
export async function serveWebApp(app: FastifyInstance, config: Config): Promise<void> {
  if (!languages.every((language) => existsSync(pageFile(language))))
    throw new StartRefused('The web app is not built: run npm run build.')
  const pages = new Map(languages.map((language) => [language, readPage(language, config)]))
  const usualPage = readPage(languages[0], config)
  const preloadsOf = readPreloads(join(folder, '.vite/manifest.json'), usualPage)

  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    wildcard: false,
    preCompressed: true,
    maxAge: '1h',
    globIgnore: ['index*.html', '**/*.br', '**/*.gz', '.vite/**'],
    setHeaders(reply, path) {
      if (path.includes('/assets/')) reply.header('cache-control', 'public, max-age=31536000, immutable')
    },
  })
  app.get('/*', { config: { access: 'page' } }, async (request, reply) => {
    // A page of an earlier release asks for assets that are gone: a page in their place would only confuse it.
    if (request.url.startsWith('/assets/')) throw new Failure('NOT_FOUND')
    return sendPage(reply, request)
  })

  function sendPage(reply: FastifyReply, { url, headers }: FastifyRequest) {
    reply.type('text/html; charset=utf-8').header('content-security-policy', pagePolicy(config))
    reply.header('cache-control', 'no-cache').header('vary', 'accept-language, cookie')
    if (/^\/(download|delete)\//.test(url)) reply.header('x-robots-tag', 'noindex')
    const page = pages.get(pageLanguage(headers)) ?? usualPage
    return reply.send(inTheme(page, headers.cookie).replace('</head>', `${preloadsOf(url)}</head>`))
  }
}

function pageFile(language: Language): string {
  return join(folder, language === languages[0] ? 'index.html' : `index.${language}.html`)
}

function readPage(language: Language, config: Config): string {
  return readFileSync(pageFile(language), 'utf8').replaceAll('{{publicUrl}}', config.publicUrl)
}

/** The page in the colours that a person has chosen, so that no other colours are seen before the app is there. */
function inTheme(page: string, cookies: string | undefined): string {
  const [, theme] = /(?:^|; )theme=(light|dark)(?:;|$)/.exec(cookies ?? '') ?? []
  return theme ? page.replace('<html ', `<html data-theme="${theme}" `) : page
}
