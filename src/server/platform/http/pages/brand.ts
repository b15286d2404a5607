import { createHash } from 'node:crypto'
import { paletteOf, styleSheetOf } from '#contract/operations/branding/colours.ts'
import type { Brand } from '#contract/operations/branding/identity.ts'
import { defaultColour, defaultName } from '#contract/operations/branding/names.ts'
import type { OwnText } from '#contract/operations/branding/own-texts.ts'
import type { Config } from '#server/config/config.ts'

/** Path of the style sheet and the pictures of the identity, whose names change with their content. */
export const brandFolder = '/brand'

type Branded = Pick<Config, 'identity' | 'pictures' | 'ownTexts'>
type BrandFile = { readonly name: string; readonly content: string; readonly type: string }

/** Everything that pages show of the identity; the same object as long as nothing changes. */
export function brandOf(config: Branded): Brand {
  const { mailSignature: _, mailIntroduction: __, ...shown } = config.identity
  const { icon, css, terms, privacy } = brandFiles(config)
  const [inForce] = config.ownTexts.terms
  const pictures = Object.entries(config.pictures).map(([role, file]) => [role, pathOf(file)])
  return {
    ...shown,
    pictures: Object.fromEntries(pictures),
    icon: config.pictures.icon ? pathOf(config.pictures.icon) : icon && pathOf(icon.name),
    css: css && pathOf(css.name),
    terms: inForce && terms ? { version: inForce.version, file: pathOf(terms.name) } : null,
    privacy: privacy && pathOf(privacy.name),
  }
}

/** Whether pages are as the build made them. */
function isUnbranded({ identity, pictures, ownTexts }: Branded): boolean {
  const { note, links, startTitle, startText, hidePricing, hideSignUp } = identity
  return (
    identity.name === defaultName &&
    identity.colour === defaultColour &&
    note === null &&
    links.length === 0 &&
    ownTexts.terms.length + ownTexts.privacy.length === 0 &&
    !hidePricing &&
    !hideSignUp &&
    [startTitle, startText, pictures].every((part) => Object.values(part).every((value) => !value))
  )
}

let made: Branded & { files: ReturnType<typeof filesOf> }

/** Files made of the identity: its style sheet, an icon in place of an uploaded one, and the operator's own texts. */
export function brandFiles({ identity, pictures, ownTexts }: Branded): ReturnType<typeof filesOf> {
  if (made?.identity !== identity || made.pictures !== pictures || made.ownTexts !== ownTexts) {
    const own = { identity, pictures, ownTexts }
    made = { ...own, files: filesOf(own) }
  }
  return made.files
}

function filesOf({ identity: { name, colour }, pictures, ownTexts }: Branded) {
  const isNamed = name !== defaultName
  const isColoured = colour !== defaultColour
  const sheet = [isColoured ? styleSheetOf(colour) : '', headSheet(pictures)].join('')
  return {
    icon: isNamed || isColoured ? brandFile(letterIcon(name, colour), 'svg', 'image/svg+xml') : null,
    css:
      isNamed || isColoured || Object.keys(pictures).length > 0
        ? brandFile(sheet, 'css', 'text/css; charset=utf-8')
        : null,
    terms: textFile(ownTexts.terms),
    privacy: textFile(ownTexts.privacy),
  }
}

function textFile(versions: readonly OwnText[]): BrandFile | null {
  if (versions.length === 0) return null
  return brandFile(JSON.stringify({ versions }), 'json', 'application/json; charset=utf-8')
}

/** The icon or the logo in place of the mark; a logo without a dark version stands on a plate of its own. */
function headSheet(pictures: Branded['pictures']): string {
  const common = `.brand img {
  display: block;
  width: auto;
  height: 2rem;
  max-width: min(14rem, 50vw);
  object-fit: contain;
}
`
  if (!pictures.logo) return common
  const dark = pictures.logoDark
    ? ['.brand .on-light {\n  display: none;\n}', '.brand .on-dark {\n  display: block;\n}']
    : ['.brand .on-light {\n  padding: 0.25rem 0.4rem;\n  border-radius: 6px;\n  background: #fff;\n}']
  const withRoot = (root: string) => dark.map((rule) => `${root} ${rule}`).join('\n')
  return `${common}.brand .on-dark {
  display: none;
}
@media (prefers-color-scheme: dark) {
${withRoot(':root:not([data-theme="light"])')}
}
${withRoot(':root[data-theme="dark"]')}
`
}

/** The first letter of the name on its colour. */
function letterIcon(name: string, colour: string): string {
  const { box, boxInk } = paletteOf(colour).light
  const [letter = ''] = name.toUpperCase()
  const shown = escapeMarkup(letter)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="${box}"/><text x="16" y="23" text-anchor="middle" font-family="system-ui,sans-serif" font-size="20" font-weight="700" fill="${boxInk}">${shown}</text></svg>\n`
}

function brandFile(content: string, extension: string, type: string): BrandFile {
  return { name: `${digestOf(content)}.${extension}`, content, type }
}

/** Digest of a content in the name of its file. */
export function digestOf(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('base64url').slice(0, 22)
}

function pathOf(name: string): string {
  return `${brandFolder}/${name}`
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function escapeMarkup(text: string): string {
  return text.replace(/[&<>"]/g, (character) => entities[character] ?? '')
}

/** The page of the build with the identity in it, so that no other is seen before the app is there. */
export function brandedPage(page: string, config: Branded & Pick<Config, 'publicUrl'>): string {
  if (isUnbranded(config)) return page
  const { name } = config.identity
  const brand = brandOf(config)
  const head = [
    brand.css ? `<link rel="stylesheet" href="${brand.css}">` : '',
    `<meta name="brand" content="${escapeMarkup(JSON.stringify(brand))}">`,
  ].join('')
  const named = page.replaceAll(defaultName, () => escapeMarkup(name))
  return withPictures(named, brand, config.publicUrl).replace('</head>', () => `${head}</head>`)
}

function withPictures(page: string, brand: Brand, publicUrl: string): string {
  if (!brand.icon && !brand.pictures.logo) return page
  const { icon, pictures, name } = brand
  const preview = pictures.preview ?? pictures.logo
  const size = pictures.preview ? undefined : /\s*<meta property="og:image:(?:width|height)"[^>]*>/g
  const picture = preview
    ? page.replace(/[^"]*\/preview\.png/g, () => publicUrl + preview)
    : page.replace(/\s*<meta property="og:image[^>]*>/g, '')
  const sized = size && preview ? picture.replace(size, '') : picture
  const shown = pictures.logo
    ? `${image(pictures.logo, 'on-light', name)}${pictures.logoDark ? image(pictures.logoDark, 'on-dark', name) : ''}`
    : undefined
  const header = sized.replace(
    /<span class="brand">[\s\S]*?<\/span>/,
    () => `<span class="brand">${shown ?? `<img src="${icon}" alt="">${escapeMarkup(name)}`}</span>`,
  )
  if (!icon) return header
  const touch = pictures.touchIcon ?? pictures.icon
  return header
    .replace(/<link rel="icon"[^>]*>/, () => `<link rel="icon" href="${icon}">`)
    .replace(/\s*<link rel="apple-touch-icon"[^>]*>/, () =>
      touch ? `<link rel="apple-touch-icon" href="${touch}">` : '',
    )
}

function image(path: string, className: string, name: string): string {
  return `<img class="${className}" src="${path}" alt="${escapeMarkup(name)}">`
}

const iconTypes: Readonly<Record<string, string>> = {
  png: 'image/png',
  webp: 'image/webp',
  svg: 'image/svg+xml',
}

/** The manifest of the build with the name, the colour and the icons of the identity. */
export function brandedManifest(manifest: string, config: Branded): string {
  if (isUnbranded(config)) return manifest
  const { name, colour } = config.identity
  const { icon, pictures } = brandOf(config)
  const whole: Record<string, unknown> = JSON.parse(manifest)
  const entry = (path: string, purpose?: string) => ({
    src: path,
    sizes: path.endsWith('.svg') ? 'any' : '512x512',
    type: iconTypes[path.split('.').at(-1) ?? ''],
    ...(purpose && { purpose }),
  })
  const icons = icon && [
    entry(icon),
    ...(pictures.maskableIcon ? [entry(pictures.maskableIcon, 'maskable')] : []),
  ]
  return JSON.stringify({
    ...whole,
    name,
    short_name: name,
    theme_color: colour,
    ...(icons && { icons }),
  })
}
