import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { type Language, languages } from '#contract/languages.ts'
import { readMailTexts } from '#server/messaging/mail/mail-texts.ts'
import { readTexts } from '#tests/support/browser/speak-in-test.ts'

/** Quotation marks of each language. */
const quotes: Record<Language, string> = {
  en: '“”',
  de: '„“',
  fr: '«»',
  es: '«»',
  it: '“”',
  nl: '“”',
  pl: '„”',
  pt: '«»',
}

/** Words that address a reader as a friend, where the catalogs are formal. Polish says “Ty” to everyone, and English has one form. */
const informal: Partial<Record<Language, RegExp>> = {
  de: /(?<![\p{L}_])(?:du|dich|dir|dein\p{L}*)(?![\p{L}_])/iu,
  fr: /(?<![\p{L}-])(?:tu|toi|tes|ton)(?![\p{L}-])/iu,
  es: /(?<!\p{L})(?:tú|tu|ti|contigo)(?!\p{L})/iu,
  it: /(?<!\p{L})(?:tu|ti|tuo|tua|tuoi|tue)(?!\p{L})/iu,
  nl: /(?<!\p{L})(?:je|jij|jou|jouw)(?!\p{L})/iu,
  pt: /(?<!\p{L})(?:tu|te|ti|teu|tua|teus|tuas|vocês?)(?!\p{L})/iu,
}

/** Units of each language that stand beside a number, as they begin words; those of bytes and short ones are the same in all. */
const units: Record<Language, string> = {
  en: 'seconds?|minutes?|hours?|days?|weeks?|months?|years?|hr',
  de: 'Sekunden?|Minuten?|Stunden?|Tag(?:en?)?|Wochen?|Monat(?:en?)?|Jahr(?:en?)?|Std|Min|Sek|Uhr',
  fr: 'secondes?|minutes?|heures?|jours?|semaines?|mois|ans?|j|[KMGT]?o',
  es: 'segundos?|minutos?|horas?|días?|semanas?|mes(?:es)?|años?',
  it: 'second[oi]|minut[oi]|or[ae]|giorn[oi]|settiman[ae]|mes[ei]|ann[oi]',
  nl: 'seconden?|minuut|minuten|uur|uren|dag(?:en)?|week|weken|maand(?:en)?|jaar|jaren',
  pl: 'sekund\\p{L}*|minut\\p{L}*|godz\\p{L}*|dni\\p{L}*|dzień|tydzień|tygodni\\p{L}*|miesi\\p{L}+|lat\\p{L}*|rok\\p{L}*',
  pt: 'segundos?|minutos?|horas?|dias?|semanas?|mês|meses|anos?',
}

/** English texts with spans of time that the specification says with plain blanks, and sizes in mails, which programs read. */
const saidPlain = new Set([
  'code.PRO_SUBSCRIPTION_REQUIRED',
  'files.filterRecent',
  'login.rememberFor',
  ...['bytes', 'kilobytes', 'megabytes', 'gigabytes', 'terabytes'].map((unit) => `unit.${unit}`),
])

/** The text that the specification quotes with a straight apostrophe, and the one like it. */
const specified = new Set(['admin.denied.text', 'code.FORBIDDEN'])

type Rule = { name: string; breaks: (text: string, language: Language) => boolean }

const rules: Rule[] = [
  {
    name: 'quotation marks are those of the language, and come in pairs',
    breaks: (text, language) => {
      const marks = text.match(/[“”„«»‹›"]/g) ?? []
      return marks.some((mark, index) => mark !== quotes[language][index % 2]) || marks.length % 2 > 0
    },
  },
  { name: 'apostrophes are curved', breaks: (text) => text.includes("'") },
  {
    name: 'no space is doubled, or stands before a comma, a full stop or the end',
    breaks: (text) => /[ \u00a0\u202f]{2}|[ \u00a0\u202f](?:[,.](?!\p{L})|$)|^\s/u.test(text),
  },
  {
    name: 'three dots are three signs in English and one elsewhere, which German sets off',
    breaks: (text, language) => {
      if (language === 'en') return /\p{L}\s?…/u.test(text) && !/…”/.test(text)
      return text.includes('...') || (language === 'de' && /\S(?<!\u00a0)…|\u0020…/.test(text))
    },
  },
  {
    name: 'a number keeps its unit beside it',
    // After a value, "ora" is Italian for "now"; before a brace, a unit is the name of a case.
    breaks: (text, language) =>
      new RegExp(
        `[\\d}#] (?:(?<=[\\d#] )ora|(?!ora)(?:${units[language]}|[KMGT]?B|min|h|s|%))(?![\\p{L}’]| \\{)`,
        'u',
      ).test(text),
  },
  {
    name: 'French has the space of each sign before it, and none of them breaks',
    breaks: (text, language) =>
      language === 'fr' &&
      /[^\u202f][;!?%]|[^\u00a0]»|«[^\u00a0]|(?<!\d)(?<!https|mailto)[^\u00a0]:(?=\s|$)/.test(text),
  },
  {
    name: 'Spanish opens questions and exclamations',
    breaks: (text, language) =>
      language === 'es' &&
      (text.match(/[¿¡]/g) ?? []).join() !== (text.match(/[?!]/g) ?? []).join().replace(/[?!]/g, opening),
  },
  {
    name: 'readers are addressed formally',
    breaks: (text, language) => informal[language]?.test(text) ?? false,
  },
]

function opening(sign: string): string {
  return sign === '?' ? '¿' : '¡'
}

function brokenRules(text: string, language: Language): string[] {
  return rules.filter(({ breaks }) => breaks(text, language)).map(({ name }) => name)
}

for (const language of languages)
  test(`${language}: pages and mails are set as books of the language are`, () => {
    const texts = [...Object.entries(readTexts(language)), ...Object.entries(readMailTexts(language))]
    assert.deepEqual(
      texts
        // Texts of terms that were accepted stay as they were.
        .filter(([key]) => !specified.has(key) && !key.startsWith('terms.'))
        .filter(([key]) => language !== 'en' || !saidPlain.has(key))
        .map(([key, text]) => [key, ...brokenRules(text, language)])
        .filter(([, ...broken]) => broken.length > 0),
      [],
    )
  })

for (const language of languages)
  test(`${language}: sentences of webhooks quote as the language does`, () => {
    const source = readFileSync(`src/contract/accounts/webhooks/sentences/${language}.ts`, 'utf8')
    const marks = new Set(source.match(/[“”„«»]/g))
    assert.deepEqual([...marks].toSorted(), [...quotes[language]].toSorted())
  })

test('what is set otherwise is found', () => {
  const wrong: [Language, string][] = [
    ['de', 'Das “Portal“'],
    ['fr', 'Le « portail »'],
    ['es', 'Abra «el portal'],
    ['nl', "Programma's"],
    ['pl', 'Pobierz  plik'],
    ['it', 'Il file , qui'],
    ['en', 'Saving…'],
    ['de', 'Wird gesendet…'],
    ['pt', 'Até 5 MB'],
    ['en', 'For 24 hours'],
    ['de', 'Um {time} Uhr'],
    ['fr', '{count, plural, one {# jour} other {#\u00a0jours}}'],
    ['it', 'Tra # ora'],
    ['fr', 'Prêt !'],
    ['es', 'Seguro?'],
    ['de', 'Öffne deine Datei'],
    ['nl', 'Open je bestand'],
  ]
  for (const [language, text] of wrong) assert.equal(brokenRules(text, language).length, 1, text)
})
