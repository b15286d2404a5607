import { type ESTree, parseSync, Visitor } from 'vite'

/** A call that asks for a text. The key has a star where it is put together: `a.*.b`. */
type TextCall = { readonly key: string; readonly values: readonly string[] | undefined }

/**
 * The calls of functions with the given names whose first argument is a text, a template or a choice of two.
 * @returns `values`: the names of the values; undefined where some are spread, have names that are made, or are for a choice
 */
export function textCalls(file: string, source: string, functions: readonly string[]): TextCall[] {
  const calls: TextCall[] = []
  function add(argument: ESTree.Argument | undefined, values: TextCall['values']) {
    const key = keyIn(argument)
    if (key !== undefined) calls.push({ key, values })
  }
  const { program, errors } = parseSync(file, source)
  if (errors.length > 0) throw new Error(`${file} cannot be parsed`)
  new Visitor({
    CallExpression({ callee, arguments: [key, values] }) {
      const name = callee.type === 'MemberExpression' ? callee.property : callee
      if (name.type !== 'Identifier' || !functions.includes(name.name)) return
      if (key?.type === 'ConditionalExpression') {
        for (const branch of [key.consequent, key.alternate]) add(branch, undefined)
      } else add(key, namesOf(values)?.toSorted())
    },
  }).visit(program)
  return calls
}

function keyIn(key: ESTree.Argument | undefined): string | undefined {
  if (key?.type === 'Literal' && typeof key.value === 'string') return key.value
  if (key?.type === 'TemplateLiteral') return key.quasis.map(({ value }) => value.cooked).join('*')
  return undefined
}

function namesOf(values: ESTree.Argument | undefined): string[] | undefined {
  if (!values) return []
  if (values.type !== 'ObjectExpression') return undefined
  const names: string[] = []
  for (const property of values.properties) {
    if (property.type !== 'Property' || property.key.type !== 'Identifier') return undefined
    names.push(property.key.name)
  }
  return names
}
