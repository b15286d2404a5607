/** An element with its attributes, and what is in it in order; names are without their prefixes. */
export type XmlElement = {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly (XmlElement | string)[]
}

type Open = { name: string; attributes: Record<string, string>; children: (XmlElement | string)[] }

const part =
  /<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!\[CDATA\[(?<raw>[\s\S]*?)\]\]>|<(?<end>\/?)(?<name>[\w:.-]+)(?<attributes>(?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(?<closed>\/?)>|(?<text>[^<]+)/y
const attribute = /([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g
const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/**
 * Reads a document as far as files of translators need it.
 * @throws Error, with the line, for what is not well-formed and for a document type, which could define entities
 */
export function readXml(document: string): XmlElement {
  const text = document.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n')
  const root: Open = { name: '', attributes: {}, children: [] }
  const open = [root]
  const fail = (at: number, why: string): never => {
    throw new Error(`line ${text.slice(0, at).split('\n').length}: ${why}`)
  }
  let at = 0
  while (at < text.length) {
    part.lastIndex = at
    const found = part.exec(text)
    const within = open.at(-1) ?? root
    if (!found?.groups) return fail(at, 'the file is no XML that can be read')
    const { raw, end, name, attributes = '', closed, text: words } = found.groups
    if (raw !== undefined) within.children.push(raw)
    else if (words !== undefined) within.children.push(decode(words, (why) => fail(at, why)))
    else if (name !== undefined && end) {
      if (within.name !== local(name)) fail(at, `</${name}> ends nothing that is open`)
      open.pop()
    } else if (name !== undefined) {
      const element: Open = { name: local(name), attributes: {}, children: [] }
      for (const [, key = '', double, single] of attributes.matchAll(attribute))
        element.attributes[local(key)] = decode(double ?? single ?? '', (why) => fail(at, why))
      within.children.push(element)
      if (!closed) open.push(element)
    }
    at = part.lastIndex
  }
  if (open.length > 1) fail(at, `<${open.at(-1)?.name}> does not end`)
  const [element, ...others] = root.children.filter((child) => typeof child !== 'string' || child.trim())
  if (!element || typeof element === 'string' || others.length > 0) return fail(at, 'there is no one root')
  return element
}

/** The elements of a name that stand directly in another. */
export function elementsIn(element: XmlElement, name: string): XmlElement[] {
  return element.children.filter((child) => typeof child !== 'string').filter((child) => child.name === name)
}

function local(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

function decode(text: string, fail: (why: string) => never): string {
  return text.replace(/&([^;\s]*;?)/g, (whole, reference: string) => {
    const [, hex, decimal, name] = /^(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w+));$/i.exec(reference) ?? []
    const code = hex !== undefined ? Number.parseInt(hex, 16) : Number(decimal)
    if (name === undefined && code <= 0x10ffff) return String.fromCodePoint(code)
    return entities[name ?? ''] ?? fail(`${whole} stands for nothing`)
  })
}
