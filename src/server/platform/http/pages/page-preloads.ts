import { readFileSync } from 'node:fs'
import * as z from 'zod'

const names = z.array(z.string()).default([])
const manifestSchema = z.record(z.string(), z.object({ file: z.string(), imports: names, css: names }))
type Manifest = z.infer<typeof manifestSchema>

/** Pages that people come to from outside, and the parts of the app that each needs besides what all need. */
const pages: readonly (readonly [address: RegExp, parts: readonly string[]])[] = [
  [/^\/(\?|$)/, ['features/upload/upload-page.tsx']],
  [/^\/download\//, ['features/download/download-page.tsx']],
  [/^\/delete\//, ['features/download/deletion-page.tsx']],
  [/^\/login(\?|$)/, ['features/accounts/login-page.tsx']],
  [/^\/register(\?|$)/, ['features/accounts/register-page.tsx']],
  [/^\/reset-password(\?|$)/, ['features/accounts/reset-password-page.tsx']],
  [/^\/portal(\?|$)/, ['features/portal/portal-layout.tsx', 'features/portal/dashboard-page.tsx']],
  [/^\/portal\/files(\?|$)/, ['features/portal/portal-layout.tsx', 'features/portal/files-page.tsx']],
]

/**
 * Gives the links by which a page asks for its parts at once, instead of when the app has found out that it needs them;
 * empty for other addresses.
 * @param manifestFile what the build says of itself
 * @param page the page that all addresses have, which names what all need
 */
export function readPreloads(manifestFile: string, page: string): (url: string) => string {
  const manifest = manifestSchema.parse(JSON.parse(readFileSync(manifestFile, 'utf8')))
  const links = pages.map(([address, parts]) => ({ address, tags: tagsOf(manifest, parts, page) }))
  return (url) => links.find(({ address }) => address.test(url))?.tags ?? ''
}

function tagsOf(manifest: Manifest, parts: readonly string[], page: string): string {
  const scripts = new Set<string>()
  const styles = new Set<string>()
  function visit(name: string): void {
    const chunk = manifest[name]
    if (!chunk || page.includes(chunk.file)) return
    scripts.add(chunk.file)
    for (const style of chunk.css) styles.add(style)
    for (const other of chunk.imports) visit(other)
  }
  for (const part of parts) visit(part)
  return [
    ...Array.from(scripts, (file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
    ...Array.from(styles, (file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
  ].join('')
}
