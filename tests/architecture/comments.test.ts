import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

/** Folders whose comments keep to the rules below. It grows until it is everything. */
const clean = [
  'integrations',
  'scripts',
  'src/cli',
  'src/client',
  'src/contract',
  'src/crypto',
  'src/end-to-end',
  'tests/support',
  ...[
    'app',
    'config',
    'contacts',
    'identity',
    'keys',
    'messaging',
    'moderation',
    'operations',
    'platform',
    'processes',
    'requests',
    'schema',
    'transfers',
  ].map((room) => `src/server/${room}`),
  'src/web',
]

/** Sentences that make a reader stop, and what to write in their place. */
const rules: readonly (readonly [RegExp, string])[] = [
  [/(?:^|[.:;!?] )(?:What|Who|Where|Of|By|Once|Whoever|Whatever) /, 'begin with the subject or the verb'],
  [/\b(?:one's|those who|who has|whoever|somebody|nobody|anybody)\b/i, 'name the caller, sender or reader'],
  [/\bso many\b/i, 'name the number'],
  [
    /\bcan be had\b|\bgives leave\b|\btells of\b|\blooks whether\b|\bas a whole\b|\bsmells\b/i,
    'say it directly',
  ],
]

/** The comments of a source, each as one line. Those of guards name tests. */
function commentsOf(source: string): string[] {
  const found = source.matchAll(/\/\*\*?([\s\S]*?)\*\/|(?:^|\s)\/\/(?! guard:| {3})(.*)/gm)
  return [...found].map(([, block, line]) =>
    (block ?? line ?? '')
      .replace(/\n\s*\*\s?/g, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
  )
}

test('comments begin with their subject or verb, and say it directly', () => {
  const found: string[] = []
  for (const file of globSync(clean.map((folder) => `${folder}/**/*.{ts,tsx,mjs,css}`)))
    for (const comment of commentsOf(readFileSync(file, 'utf8')))
      for (const [pattern, advice] of rules)
        if (pattern.test(comment)) found.push(`${file}: ${advice}: ${comment}`)
  assert.deepEqual(found, [])
})
