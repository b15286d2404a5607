import { languagesWithTexts, readStates, readTexts, type State, source, states } from './catalogs.ts'

/** A table with how many texts each language has of pages and mails, how many it lacks, and how far they are. */
export function statusTable(): string {
  const english = readTexts(source)
  const rows = languagesWithTexts().map((language) => {
    const texts = readTexts(language)
    const found = [...readStates(language, texts).values()]
    const inState = (state: State) => found.filter((one) => one === state).length
    const ids = [...texts.keys()]
    return [
      language,
      ids.filter((id) => id.startsWith('pages/')).length,
      ids.filter((id) => id.startsWith('mails/')).length,
      [...english.keys()].filter((id) => !texts.has(id)).length,
      ...states.map(inState),
    ]
  })
  const table = [['language', 'pages', 'mails', 'missing', ...states], ...rows]
  return table
    .map(([language = '', ...cells]) =>
      [String(language).padEnd(8), ...cells.map((cell) => String(cell).padStart(8))].join(''),
    )
    .join('\n')
}
