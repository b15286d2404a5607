/** Its result is a TrustedScriptURL, which browsers take in place of a string. */
type Policy = { createScriptURL(address: string): URL }

declare global {
  interface Window {
    /** Missing in browsers that do not ask for trusted addresses. */
    readonly trustedTypes?: {
      createPolicy(name: string, rules: { createScriptURL(address: string): string }): Policy
    }
  }
}

/**
 * Passes the address of a worker that came with this app: see the names that vite.config.ts gives them.
 * @throws TypeError for any other address
 */
export function ownWorkerAddress(address: string, origin: string): string {
  const own = URL.canParse(address, origin) ? new URL(address, origin) : undefined
  const path = /^\/(?:assets\/worker-[\w-]+|opened\/worker|share-worker)\.js$/
  if (own?.origin === origin && path.test(own.pathname + own.search + own.hash)) return own.href
  throw new TypeError('this is no worker of the app')
}

/**
 * Makes the only policy by which the content policy lets text become code, before anything else could make it: it takes
 * the addresses of own workers. Other policies, and a second one of this name, are refused by the browser.
 */
export const ownWorkers = window.trustedTypes?.createPolicy('restante-workers', {
  createScriptURL: (address) => ownWorkerAddress(address, location.origin),
})
