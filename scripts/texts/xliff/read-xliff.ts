import { placeOfFile, type State, source } from '../catalogs.ts'
import { elementsIn, readXml, type XmlElement } from './read-xml.ts'

/** A text that came back from a translator. */
type Translated = {
  readonly id: string
  /** The English that was translated. */
  readonly english: string
  readonly text: string
  readonly state: State
}

/**
 * Reads a file of XLIFF 1.2 as writeXliff makes it and tools for translators give it back. Units without a translation are left
 * out.
 * @throws Error for a file that is something else
 */
export function readXliff(document: string): { language: string; texts: Translated[] } {
  const root = readXml(document)
  if (root.name !== 'xliff' || root.attributes.version !== '1.2') throw new Error('the file is not XLIFF 1.2')
  const files = elementsIn(root, 'file')
  const [language, ...others] = new Set(files.map(({ attributes }) => attributes['target-language']))
  if (!language || others.length > 0) throw new Error('the file does not say which one language it is in')
  if (files.some(({ attributes }) => attributes['source-language'] !== source))
    throw new Error(`the file was not translated from ${source}`)
  return { language, texts: files.flatMap(textsOf) }
}

function textsOf(file: XmlElement): Translated[] {
  const original = file.attributes.original ?? ''
  const place = placeOfFile(original)
  if (!place) throw new Error(`there are no texts in ${original}`)
  return elementsIn(file, 'body')
    .flatMap(unitsIn)
    .flatMap((unit) => {
      const [english, target] = ['source', 'target'].map((name) => elementsIn(unit, name)[0])
      const id = `${place}/${unit.attributes.id}`
      if (!english) throw new Error(`${id} has no source`)
      const text = target ? wordsOf(target, id) : ''
      if (text.trim() === '') return []
      return [{ id, english: wordsOf(english, id), text, state: stateOf(unit, target?.attributes.state) }]
    })
}

/** Units of a body, also of groups in it. */
function unitsIn(element: XmlElement): XmlElement[] {
  return [...elementsIn(element, 'trans-unit'), ...elementsIn(element, 'group').flatMap(unitsIn)]
}

/** Tools that cut texts into sentences mark each; other elements within a text are not ours. */
function wordsOf(element: XmlElement, id: string): string {
  const parts = element.children.map((child) => {
    if (typeof child === 'string') return child
    if (child.name !== 'mrk') throw new Error(`${id} has a <${child.name}> in its text`)
    return wordsOf(child, id)
  })
  return parts.join('')
}

/** Weblate leaves the state out once a text needs no work, and approves what was read. */
function stateOf(unit: XmlElement, state: string | undefined): State {
  if (state === 'final' || state === 'signed-off') return 'agreed'
  const isDone = state === undefined || state === 'translated'
  if (isDone && unit.attributes.approved === 'yes') return 'agreed'
  return state === 'translated' ? 'read' : 'draft'
}
