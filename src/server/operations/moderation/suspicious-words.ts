import type { Database } from '#server/platform/database/database.ts'
import { readNames } from '#server/transfers/visitors/request-fields.ts'

/** What phishing asks for, in the languages of the service, without accents. */
const words = [
  'passport',
  'password',
  'passcode',
  'credit card',
  'debit card',
  'bank card',
  'card number',
  'id card',
  'identity card',
  'driving licence',
  "driver's license",
  'social security',
  'bank account',
  'security code',
  'pin',
  'tan',
  'cvv',
  'cvc',
  'iban',
  'seed phrase',
  'login',
  'passwort',
  'kennwort',
  'reisepass',
  'ausweis',
  'kreditkarte',
  'bankkarte',
  'girokarte',
  'kartennummer',
  'kontonummer',
  'fuhrerschein',
  'zugangsdaten',
  'passeport',
  'mot de passe',
  'mots de passe',
  'carte bancaire',
  'carte bleue',
  'carte de credit',
  "carte d'identite",
  'permis de conduire',
  'numero de compte',
  'releve bancaire',
  'identifiants',
]

/** Words that are too short to be looked for inside others. */
const short = 5

const patterns = words.map((word) => ({
  word,
  pattern: new RegExp(
    word.length < short ? `(?<![\\p{L}\\p{N}])${word}s?(?![\\p{L}\\p{N}])` : word.replaceAll(' ', '[\\s-]+'),
    'u',
  ),
}))

/** The words in texts that phishing uses, each once. */
function suspiciousWords(texts: readonly string[]): string[] {
  const text = texts
    .join('\n')
    .normalize('NFKD')
    .replaceAll(/\p{M}|\p{Cf}/gu, '')
    .replaceAll('\u2019', "'")
    .toLowerCase()
  return patterns.flatMap(({ word, pattern }) => (pattern.test(text) ? [word] : []))
}

/** The words with which the file request of that id asks for what phishing asks for; none where it is no request. */
export async function findAskedWords(database: Database, id: string): Promise<string[]> {
  const request = await database
    .selectFrom('requests')
    .select(['title', 'instructions', 'checklist'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!request) return []
  return suspiciousWords([request.title, request.instructions ?? '', ...readNames(request.checklist)])
}
