import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'

/**
 * A check that keeps something wrong out: without it a test must fail. Stands as a comment above its line:
 *
 *     // guard: free space is kept -> tests/http/hostile/bad-input.test.ts "finds the disk full"
 *     if (free < config.FREE_SPACE_KEPT) throw new Failure('STORAGE_FULL')
 *
 * The runner drops what begins below it: a statement, a property, an element or a link of a chain of calls. A second line
 * narrows that to a part: `//   drops a || ` or `//   a || b becomes b`. White space does not matter.
 */
export type Guard = {
  readonly name: string
  readonly file: string
  /** Test files that notice. */
  readonly tests: readonly string[]
  /** Regular expression of the names of the tests that notice; every test of the files without it. */
  readonly pattern: string | undefined
  /** PostgreSQL where only it notices. */
  readonly engine: 'sqlite' | 'postgres'
  /** Source of the file without the guard. */
  readonly without: string
}

type Node = { readonly type: string; readonly start: number; readonly end: number }
type Comment = { readonly value: string; readonly start: number; readonly end: number }

const head = /^ guard: (?<name>.+?) -> (?<tests>[^"]+?)(?: "(?<pattern>.*)")?(?<postgres> on postgres)?$/

/** All guards of the tracked sources below `project`. Throws where a comment of a guard cannot be read. */
export function readGuards(project: string): Guard[] {
  const list = execFileSync('git', ['grep', '-lF', '// guard: ', '--', 'src'], {
    cwd: project,
    encoding: 'utf8',
  })
  return list
    .split('\n')
    .filter((file) => file !== '')
    .flatMap((file) => guardsOf(file, readFileSync(join(project, file), 'utf8')))
}

/** Guards of one source. */
export function guardsOf(file: string, source: string): Guard[] {
  const { program, comments } = parseSync(file, source)
  return comments.flatMap((comment, index) => {
    if (!comment.value.startsWith(' guard: ')) return []
    const groups = head.exec(comment.value)?.groups
    if (!groups?.name || !groups.tests) throw new Error(`${file}: cannot read "//${comment.value}"`)
    const next = comments[index + 1]
    const part = next?.value.startsWith('   ') ? next.value.trim() : undefined
    const from = part === undefined || !next ? comment.end : next.end
    return {
      name: groups.name,
      file,
      tests: groups.tests.split(' '),
      pattern: groups.pattern,
      engine: groups.postgres ? ('postgres' as const) : ('sqlite' as const),
      without:
        part === undefined
          ? dropNext(source, skipComments(source, from, comments), program)
          : replacePart(source, skipComments(source, from, comments), part, `${file}: ${groups.name}`),
    }
  })
}

/** Position of the first token after `from`. */
function skipComments(source: string, from: number, comments: readonly Comment[]): number {
  let at = from
  for (;;) {
    while (/\s/.test(source[at] ?? '')) at++
    const comment = comments.find(({ start }) => start === at)
    if (!comment) return at
    at = comment.end
  }
}

/** Source without the largest node that begins at `at`, or without the link of a chain of calls there. */
function dropNext(source: string, at: number, program: Node): string {
  const end = source[at] === '.' ? endOfLink(source, at, program) : endOfNode(at, program)
  const rest = source.slice(end)
  return source.slice(0, at) + rest.replace(/^\s*,/, '')
}

function endOfNode(at: number, program: Node): number {
  const ends = nodesOf(program)
    .filter(({ start, type }) => start === at && type !== 'Program')
    .map(({ end }) => end)
  if (ends.length === 0) throw new Error(`nothing begins at ${at}`)
  return Math.max(...ends)
}

/** `.where(…)` of a chain: the smallest call around the dot that begins before it and ends behind it. */
function endOfLink(source: string, at: number, program: Node): number {
  const ends = nodesOf(program)
    .filter(({ type, start, end }) => type === 'CallExpression' && start < at && end > at)
    .filter(({ start, end }) => source.slice(start, at).trim() !== '' && end > at)
    .map(({ end }) => end)
  return Math.min(...ends)
}

function nodesOf(node: object): Node[] {
  const found: Node[] = isNode(node) ? [node] : []
  for (const value of Object.values(node))
    if (Array.isArray(value))
      found.push(...value.filter((one) => typeof one === 'object' && one !== null).flatMap(nodesOf))
    else if (typeof value === 'object' && value !== null && !(value instanceof RegExp))
      found.push(...nodesOf(value))
  return found
}

function isNode(value: object): value is Node {
  return 'type' in value && 'start' in value && typeof value.start === 'number'
}

/** `drops OLD`, or `OLD becomes NEW`: the first OLD after `at`, white space aside. */
function replacePart(source: string, at: number, part: string, name: string): string {
  const [old = '', replacement = ''] = part.startsWith('drops ') ? [part.slice(6)] : part.split(' becomes ')
  // A formatter may break it anywhere, and then puts a comma before a closing bracket.
  const pattern = [...old.replaceAll(/\s/g, '')].map((sign) => {
    const escaped = /\w/.test(sign) ? sign : `\\${sign}`
    return /[)\]}]/.test(sign) ? `,?\\s*${escaped}` : escaped
  })
  const found = new RegExp(pattern.join('\\s*')).exec(source.slice(at))
  if (!found) throw new Error(`${name}: "${old}" does not follow`)
  const start = at + found.index
  return source.slice(0, start) + replacement + source.slice(start + found[0].length)
}
