import { stringify } from 'yaml'

type Values = Readonly<Record<string, unknown>>
type Node =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'value'; readonly pipe: string }
  | { readonly kind: 'if'; readonly condition: string; readonly then: Node[]; readonly otherwise: Node[] }
  | { readonly kind: 'range'; readonly names: [string, string]; readonly over: string; readonly body: Node[] }

/**
 * Renders a template of our chart, in the part of Helm's language that it uses: paths, variables, `quote`, `default`, `add`,
 * `toYaml`, `nindent`, `if`, `not`, `else`, `range` with two names, and trimming. Anything else throws.
 */
export function renderTemplate(template: string, scope: Values): string {
  const tokens = template.split(/(\{\{-?[\s\S]*?-?\}\})/).map((text, at, all) => {
    if (text.startsWith('{{')) return { action: text.replace(/^\{\{-?|-?\}\}$/g, '').trim() }
    const isCutBefore = all[at - 1]?.endsWith('-}}')
    const isCutAfter = all[at + 1]?.startsWith('{{-')
    return { text: cut(text, isCutBefore ?? false, isCutAfter ?? false) }
  })
  const nodes = readNodes(tokens, [])
  if (tokens.length > 0) throw new Error('an end without a beginning')
  return render(nodes, scope)
}

function cut(text: string, before: boolean, after: boolean): string {
  const begun = before ? text.trimStart() : text
  return after ? begun.trimEnd() : begun
}

type Token = { readonly action?: string; readonly text?: string }

/** Reads until one of the words, which stays as the first token. */
function readNodes(tokens: Token[], until: readonly string[]): Node[] {
  const nodes: Node[] = []
  for (;;) {
    const [token] = tokens
    if (!token || (token.action !== undefined && until.includes(token.action))) return nodes
    tokens.shift()
    if (token.action === undefined) nodes.push({ kind: 'text', text: token.text ?? '' })
    else if (token.action.startsWith('if ')) {
      const then = readNodes(tokens, ['else', 'end'])
      const hasElse = tokens.shift()?.action === 'else'
      const otherwise = hasElse ? readNodes(tokens, ['end']) : []
      if (hasElse && tokens.shift()?.action !== 'end') throw new Error(`${token.action} does not end`)
      nodes.push({ kind: 'if', condition: token.action.slice(3), then, otherwise })
    } else if (token.action.startsWith('range ')) {
      const [, key = '', value = '', over = ''] = /^range (\$\w+), (\$\w+) := (\S+)$/.exec(token.action) ?? []
      const body = readNodes(tokens, ['end'])
      if (tokens.shift()?.action !== 'end' || over === '')
        throw new Error(`${token.action} is not understood`)
      nodes.push({ kind: 'range', names: [key, value], over, body })
    } else nodes.push({ kind: 'value', pipe: token.action })
  }
}

function render(nodes: readonly Node[], scope: Values): string {
  return nodes
    .map((node) => {
      if (node.kind === 'text') return node.text
      if (node.kind === 'value') return asText(evaluate(node.pipe, scope))
      if (node.kind === 'if')
        return render(isTrue(evaluate(node.condition, scope)) ? node.then : node.otherwise, scope)
      const entries = Object.entries(Object(evaluate(node.over, scope))).toSorted()
      const [key, value] = node.names
      return entries.map(([name, one]) => render(node.body, { ...scope, [key]: name, [value]: one })).join('')
    })
    .join('')
}

function isTrue(value: unknown): boolean {
  if (value !== null && typeof value === 'object') return Object.keys(value).length > 0
  return Boolean(value)
}

function asText(value: unknown): string {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return String(value)
  throw new Error(`${JSON.stringify(value)} is no text`)
}

/** Each step of a pipe gets the result before as its last argument. */
function evaluate(pipe: string, scope: Values): unknown {
  let result: unknown
  for (const [at, step] of pipe.split(' | ').entries()) {
    const [name = '', ...words] = step.trim().split(' ')
    const given = words.map((word) => readValue(word, scope))
    const args = at === 0 ? given : [...given, result]
    result = /^[.$\d"]/.test(name) ? readValue(name, scope) : call(name, args)
  }
  return result
}

function call(name: string, args: readonly unknown[]): unknown {
  const [first, second] = args
  switch (name) {
    case 'not':
      return !isTrue(first)
    case 'default':
      return isTrue(second) ? second : first
    case 'quote':
      return JSON.stringify(String(first))
    case 'add':
      return Number(first) + Number(second)
    case 'toYaml':
      return stringify(first).trimEnd()
    case 'nindent':
      return `\n${asText(second).replace(/^/gm, ' '.repeat(Number(first)))}`
    default:
      throw new Error(`${name} is not known`)
  }
}

function readValue(word: string, scope: Values): unknown {
  if (/^\d+$/.test(word)) return Number(word)
  if (word.startsWith('"')) return JSON.parse(word)
  if (word.startsWith('$')) return scope[word]
  let found: unknown = scope
  for (const name of word.slice(1).split('.')) {
    if (found === null || typeof found !== 'object' || !(name in found))
      throw new Error(`${word} has no value`)
    found = Object.entries(found).find(([key]) => key === name)?.[1]
  }
  return found
}
