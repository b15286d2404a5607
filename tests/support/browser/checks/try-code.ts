import type { Page } from '@playwright/test'

/** Tries each way in which text could become code on a page, and gives the name of what is thrown, or 'nothing'. */
export function tryCode(page: Page): Promise<Record<string, string>> {
  return page.evaluate(() => {
    const rules = { createHTML: String, createScript: String, createScriptURL: String }
    const ways: Record<string, () => unknown> = {
      html: () => {
        document.body.innerHTML = '<b>written</b>'
      },
      policy: () => window.trustedTypes?.createPolicy('other', rules),
      usualPolicy: () => window.trustedTypes?.createPolicy('default', rules),
      ownPolicyAgain: () => window.trustedTypes?.createPolicy('restante-workers', rules),
      foreignWorker: () => new Worker('https://elsewhere.example/worker.js'),
      textAsWorker: () => new Worker('/assets/worker-a-00000000.js'),
      script: () => {
        document.createElement('script').src = '/boot.js'
      },
    }
    const outcomes = Object.entries(ways).map(([name, run]) => {
      try {
        run()
        return [name, 'nothing']
      } catch (error) {
        return [name, error instanceof Error ? error.name : 'something']
      }
    })
    return Object.fromEntries(outcomes)
  })
}

export const everythingRefused = {
  html: 'TypeError',
  policy: 'TypeError',
  usualPolicy: 'TypeError',
  ownPolicyAgain: 'TypeError',
  foreignWorker: 'TypeError',
  textAsWorker: 'TypeError',
  script: 'TypeError',
}

/** Lines of the console about it. */
export const refusedCode = [/content policy: /, /Content Security Policy/, /Trusted|TrustedHTML/]
