import type { Database } from '#server/platform/database/database.ts'
import { readNames } from '#server/transfers/sender/visitors/request-fields.ts'

/** Things that phishing asks for, in the languages of the service, without accents. */
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

/** The same, but inside other words they mean something else. */
const wholeWords = ['pin', 'tan', 'cvv', 'cvc', 'iban', 'card', 'karte', 'karten', 'carte']

const patterns = [
  ...words.map((word) => ({ word, pattern: new RegExp(word.replaceAll(' ', '[\\s-]+'), 'u') })),
  ...wholeWords.map((word) => ({
    word,
    pattern: new RegExp(`(?<![\\p{L}\\p{N}])${word}s?(?![\\p{L}\\p{N}])`, 'u'),
  })),
]

/** The words in texts that phishing uses, each once; none that is a part of another. */
function suspiciousWords(texts: readonly string[]): string[] {
  const text = texts
    .join('\n')
    .normalize('NFKD')
    .replaceAll(/\p{M}|\p{Cf}/gu, '')
    .replaceAll('\u2019', "'")
    .toLowerCase()
  const found = patterns.flatMap(({ word, pattern }) => (pattern.test(text) ? [word] : []))
  return found.filter((word) => !found.some((other) => other !== word && other.includes(word)))
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
