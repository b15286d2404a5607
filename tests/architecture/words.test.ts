import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

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
