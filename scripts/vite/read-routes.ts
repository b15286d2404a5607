import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type ESTree, parseSync, Visitor } from 'vite'
import { paths } from '../../src/web/router/paths.ts'

const table = fileURLToPath(new URL('../../src/web/app/routes.tsx', import.meta.url))

/** A module that is fetched when a page is first shown, and the part of the texts that comes with it. */
export type LazyModule = { readonly file: string; readonly texts: string }

/** An address of the app, as a pattern, and what its page is fetched in: the frames around it, itself, and its sections. */
type PageRoute = {
  readonly path: string
  readonly modules: readonly LazyModule[]
}

/**
 * Reads which modules the page at each address needs from the table of the routes itself, as it stands in the source:
 * `<Route path={paths.x} element={<XPage />}>`, where XPage is a `lazyPage`.
 * @throws Error where the table is written in a way that is not understood
 */
export function readRoutes(): PageRoute[] {
  const { program, errors } = parseSync(table, readFileSync(table, 'utf8'))
  if (errors.length > 0) throw new Error(`${table} cannot be read`)
  const lazy = new Map<string, LazyModule>()
  const routes: PageRoute[] = []
  /** The route that is being read, last, and those it stands in. */
  const open: { readonly path: string | undefined; readonly modules: LazyModule[] }[] = []
  new Visitor({
    VariableDeclarator({ id, init }) {
      const module = lazyModule(init)
      if (module && id.type === 'Identifier') lazy.set(id.name, module)
    },
    JSXElement({ openingElement }) {
      const name = nameOf(openingElement)
      const drawn = lazy.get(name)
      if (name === 'Route') open.push({ path: pathOf(openingElement), modules: [] })
      else if (drawn) open.at(-1)?.modules.push(drawn)
    },
    'JSXElement:exit'({ openingElement }) {
      if (nameOf(openingElement) !== 'Route') return
      const path = open.at(-1)?.path
      const modules = open.flatMap((route) => route.modules)
      const isPage = open.pop()?.modules.length !== 0
      if (path !== undefined && isPage) routes.push({ path, modules })
    },
  }).visit(program)
  if (routes.length < 10) throw new Error(`${table} has lost its routes`)
  return routes
}

/** `lazyPage(() => import('…'), 'texts')`. */
function lazyModule(init: ESTree.Expression | null): LazyModule | undefined {
  if (init?.type !== 'CallExpression' || init.callee.type !== 'Identifier') return undefined
  const [load, texts] = init.arguments
  if (init.callee.name !== 'lazyPage' || load?.type !== 'ArrowFunctionExpression') return undefined
  const { body } = load
  if (body.type !== 'ImportExpression' || body.source.type !== 'Literal')
    throw new Error(`${table} has a lazyPage that is not one import`)
  return {
    file: resolve(dirname(table), String(body.source.value)),
    texts: texts?.type === 'Literal' ? String(texts.value) : 'base',
  }
}

function nameOf({ name }: ESTree.JSXOpeningElement): string {
  return name.type === 'JSXIdentifier' ? name.name : ''
}

/** The address that `path={paths.x}` stands for; a literal, such as "*", is no page of its own. */
function pathOf({ attributes }: ESTree.JSXOpeningElement): string | undefined {
  const path = attributes.find((one) => one.type === 'JSXAttribute' && one.name.name === 'path')
  const value = path?.type === 'JSXAttribute' ? path.value : undefined
  const expression = value?.type === 'JSXExpressionContainer' ? value.expression : undefined
  if (expression?.type !== 'MemberExpression' || expression.property.type !== 'Identifier') return undefined
  const { name } = expression.property
  for (const [known, address] of Object.entries(paths)) if (known === name) return address
  throw new Error(`${table} has a route at paths.${name}, which there is not`)
}
