import { isFine } from '#tests/support/browser/checks/is-fine.ts'
import { largeTargets } from '#tests/support/browser/checks/large-targets.ts'
import { fewLooks, inLooks } from '#tests/support/browser/checks/looks.ts'
import { walkModeration } from '#tests/support/browser/pages/moderation.ts'
import { test } from '#tests/support/browser/site.ts'

const operator = 'abuse@files.example'
test.use({ environment: { REPORT_MAIL: operator, RATE_LIMITS: 'off' } })

for (const { name, options } of fewLooks) {
  test(`reports, rights and what operators set up are fine, ${name}`, inLooks, async ({ site }) => {
    test.setTimeout(240_000)
    site.expected.push(/status of (403|404|409|410|451)/)
    await walkModeration(
      site,
      () => site.person(options),
      operator,
      async (page, state) => {
        await isFine(page, state)
        await largeTargets(page, state)
      },
    )
  })
}
