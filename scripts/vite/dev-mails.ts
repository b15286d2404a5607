import { readdir, readFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import PostalMime, { type Email } from 'postal-mime'
import type { Plugin } from 'vite'

const address = '/dev/mails'
/** Mails on the page; older ones stay in the folder. */
const maxMails = 100
/** The HTML of a mail runs no script and has no origin; its links open pages of their own. */
const sandbox = 'allow-popups allow-popups-to-escape-sandbox'
const style = `body { font: 1rem/1.5 system-ui; max-width: 50rem; margin: 2rem auto; padding: 0 1rem }
  summary { cursor: pointer } pre { white-space: pre-wrap; overflow-wrap: anywhere } iframe { width: 100%; height: 32rem }`

type Options = {
  /** The folder that a server without SMTP writes its mails to, a file each. */
  readonly folder: string
  /** The origin of the links in the mails. They lead to the development server instead, which has the pages as they are now. */
  readonly publicUrl: string
}

/** Shows the mails of the server at /dev/mails of the development server, and nowhere else: no build contains it. */
export function devMails({ folder, publicUrl }: Options): Plugin {
  return {
    name: 'dev-mails',
    apply: 'serve',
    configureServer(server) {
      server.middlewares.use(address, (request, response, next) => {
        const [name = ''] = (request.url ?? '').slice(1).split('?')
        const sent = name === '' ? sendList(response) : sendHtml(response, name)
        sent.catch(next)
      })

      async function sendList(response: ServerResponse): Promise<void> {
        const names = (await namesIn(folder)).slice(0, maxMails)
        const mails = await Promise.all(names.map(async (name) => entryOf(name, await read(name))))
        const none = '<p>None so far. They come here unless SMTP_URL is set.</p>'
        send(response, page(mails.join('\n') || none))
      }

      async function sendHtml(response: ServerResponse, name: string): Promise<void> {
        const isThere = (await namesIn(folder)).includes(name)
        if (!isThere) response.statusCode = 404
        response.setHeader('content-security-policy', `sandbox ${sandbox}`)
        const html = isThere ? (await read(name)).html : undefined
        send(
          response,
          `<!doctype html><base target="_blank">${html ?? '<p>There is no HTML of this mail.</p>'}`,
        )
      }

      async function read(name: string): Promise<Email> {
        const bytes = await readFile(join(folder, name))
        const own = server.resolvedUrls?.local[0]?.replace(/\/$/, '') ?? publicUrl
        const { text, html, ...rest } = await PostalMime.parse(bytes)
        return { ...rest, text: text?.replaceAll(publicUrl, own), html: html?.replaceAll(publicUrl, own) }
      }
    },
  }
}

/** The names of mails begin with their times: the newest is the first. */
async function namesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  return names.filter((name) => name.endsWith('.eml')).sort((a, b) => (a < b ? 1 : -1))
}

function entryOf(name: string, { subject = '', to = [], date = '', text = '' }: Email): string {
  const addresses = to.map((one) => one.address ?? '').join(', ')
  return `<details>
<summary><strong>${escapeText(subject)}</strong><br>${escapeText(addresses)} · <time datetime="${escapeText(date)}">${escapeText(date)}</time></summary>
<pre>${withLinks(escapeText(text))}</pre>
<iframe title="HTML" sandbox="${sandbox}" loading="lazy" src="${address}/${encodeURIComponent(name)}"></iframe>
</details>`
}

function withLinks(escaped: string): string {
  return escaped.replace(
    /https?:\/\/[^\s&<>]+(?:&#38;[^\s&<>]+)*/g,
    (url) => `<a href="${url}" target="_blank" rel="noreferrer">${url}</a>`,
  )
}

function escapeText(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
}

function page(content: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Mails</title><style>${style}</style><h1>Mails</h1>${content}</html>`
}

function send(response: ServerResponse, html: string): void {
  response.setHeader('content-type', 'text/html; charset=utf-8')
  response.setHeader('cache-control', 'no-store')
  response.end(html)
}
