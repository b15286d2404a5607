import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { type Language, languages } from '#contract/languages.ts'
import { readMailTexts } from '#server/messaging/mail/mail-texts.ts'
import { readTexts } from '#tests/support/browser/speak-in-test.ts'

/** Words of a language nobody speaks; CONTRIBUTING.md and docs/words.md have those that are used. */
const banned = /\b(?:whoever|somebody|tells|knows of|gives leave|giveBack|with it goes|judge[sd]?)\b/i
/** Names that have been replaced. */
const formerNames =
  /\b(?:(?:take|return|prepaid|ensure)Allowance|countTries|forgetTries|password_tries|tellOwner|tellSteps|noteTransfer|noteDevice|forgetPerson|becomeSoleReader|keepAdministrator|refuseTakenNames|signOfLife|closeWithNews|whereToldPassword|usePageInReach|TermsKeeper|leftOutText|whileHolding|usePlace|useLook)\b/

test('code and documents use the words of the field', () => {
  const found: string[] = []
  const files = globSync([
    'src/**/*.{ts,tsx,css}',
    'docs/**/*.md',
    'README.md',
    'CONTRIBUTING.md',
    'scripts/**/*.{ts,mjs}',
  ])
  assert.ok(files.length > 500)
  for (const file of files) {
    // The glossary names what not to say.
    if (file.replaceAll('\\', '/') === 'docs/words.md') continue
    for (const [index, line] of readFileSync(file, 'utf8').split('\n').entries()) {
      if (banned.test(line) || formerNames.test(line)) found.push(`${file}:${index + 1}: ${line.trim()}`)
    }
  }
  assert.deepEqual(found, [])
})

/** Other words for what docs/words.md has one word for, in each language. */
const otherWords: Record<Language, RegExp> = {
  en: /\blog(?:ged|ging)? (?:in|out)\b|(?<!\{)\blog(?:in|out)\b|\bsign(?:ed|ing)? up\b|second step|used up|\bcan be written to|read along/i,
  de: /zweite[rnms]? Schritt|registrier|aufgebraucht/i,
  it: /criptat|loggar/i,
  nl: /(?<!\{)\bfile\b(?!\})|bestandje/i,
  pt: /\busuário|\bcelular|\bsenha\b/i,
  es: /\bfichero|\bordenador|loguear/i,
  pl: /ściąg(?:n|aj)|załadow|kryptograf(?:owan)|logowania dwuskładnikow/i,
  fr: /deuxième étape|inscri(?:re|vez|ption\b)(?!e? au)|épuisé|serveur d’e-mail/i,
}
/** Labels and sentences of the specification, and what is agreed to word by word. */
const specified =
  /^(?:nav\.(?:login|logout|signUp)|account\.backToLogin|login\.failed|register\.(?:done|failed)|success\.deleteLogin|profile\.securityText|terms\..+)$/

for (const language of languages)
  test(`${language}: pages and mails have one word for one thing`, () => {
    const texts = Object.entries(readTexts(language)).filter(([key]) => !specified.test(key))
    const mails = Object.entries(readMailTexts(language))
    assert.deepEqual(
      [...texts, ...mails].filter(([, text]) => otherWords[language].test(text)),
      [],
    )
  })
