import { globSync, readFileSync } from 'node:fs'

/** A command that a document gives its readers, without what is said about it. */
type DocumentedCommand = { readonly file: string; readonly command: string }

/** All documents that people read; decisions are history. */
export const documents: readonly string[] = globSync([
  '*.md',
  'docs/*.md',
  'docs/architecture/*.md',
  'docs/guide/*.md',
]).toSorted()

/** These hold diagrams and formats in their indented blocks. */
const withoutCommands = [
  ...globSync(['docs/architecture.md', 'docs/architecture/*.md']),
  'docs/file-format.md',
  'docs/end-to-end.md',
  'docs/configuration.md',
]

/** How a line of an indented block begins that is a command. */
const program =
  /^(?:[A-Z_]+=\S+ )*(?:npm|npx|node|restante|docker|curl|systemctl|journalctl|install|git|ln|useradd|cd|mv|rm|rsync|kubectl) /

/** Lines of blocks that are no commands: files, tables and what is printed. */
const otherBlocks =
  /^(?:#|\/\/ guard: |if \(|\{|https:\/\/|\[Service\]|[A-Za-z_0-9]+=|create |\(lower|\d{4}-|keys\/|blobs\/|checked\.json |service$|service |TCP|Stream|Max|Alert|Set up this|Restante \d)/

/**
 * Every command in the blocks of the documents.
 * @throws Error for a line of a block that is neither a command nor anything else that is known, and for a fenced block of a shell,
 *   whose commands no test would run
 */
export function findCommands(): DocumentedCommand[] {
  return documents
    .filter((file) => !withoutCommands.includes(file))
    .flatMap((file) => {
      const text = readFileSync(file, 'utf8')
      if (/^```(?:sh|bash|shell|console)\b/m.test(text)) throw new Error(`${file}: indent commands by four`)
      return linesOfBlocks(text).flatMap((line) => {
        if (!program.test(`${line} `)) {
          if (otherBlocks.test(line)) return []
          throw new Error(`${file}: is this a command? ${line}`)
        }
        return [{ file, command: line.replace(/\s{2,}#.*$/, '') }]
      })
    })
}

/** Beginning of code in a sentence that is a command for people who use or operate a service. */
const programInSentence =
  /^(?:restante|docker|podman|skopeo|buildah|kubectl|helm|curl|openssl|echo|systemctl|journalctl|nginx|caddy|certbot|apt-get|sha256sum|rsync|tar|chown|mkdir|psql|pg_dump|git|npm (?:ci|install)) /

/**
 * Commands in the sentences and tables of the documents, once each. Those that developers run by
 * `npm run` or `node` are not among them: a test of its own sees that the script is there. The changelog is left out, as its entries stay.
 */
export function findCommandsInSentences(): DocumentedCommand[] {
  return documents
    .filter((file) => file !== 'CHANGELOG.md')
    .flatMap((file) => {
      const paragraphs = readFileSync(file, 'utf8').split(/\n\s*\n/)
      const code = paragraphs.flatMap((text) =>
        [...text.matchAll(/`([^`]+)`/g)].map(([, found = '']) => found),
      )
      const commands = code
        .map((text) => text.replace(/\s+/g, ' '))
        .filter((text) => programInSentence.test(text))
      return [...new Set(commands)].map((command) => ({ file, command }))
    })
}

/** Indented lines that follow an empty one, and those after them; lists are indented otherwise. */
function linesOfBlocks(text: string): string[] {
  const found: string[] = []
  let isBlock = false
  let wasEmpty = true
  for (const line of text.split('\n')) {
    const isIndented = /^ {4,}\S/.test(line)
    if (line.trim() === '') {
      wasEmpty = true
      continue
    }
    isBlock = isIndented && (isBlock || wasEmpty)
    wasEmpty = false
    if (isBlock) found.push(line.trim())
  }
  return found
}
