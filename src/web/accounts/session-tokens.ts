import type { AuthReply } from '#contract/accounts/accounts.ts'

/** Tokens of a session in this browser. `goodUntil`: when the access token ends, in ms since 1970. */
export type SessionTokens = {
  readonly token: string
  readonly refreshToken: string
  readonly goodUntil: number
}

/** The access token's name in the browser's local storage; what happens to it is what happens to the session. */
export const tokenName = 'token'
const refreshTokenName = 'refreshToken'
const goodUntilName = 'tokenGoodUntil'
/** There when the server no longer took the session that was here last, for the other tabs to know. */
const endedName = 'sessionEnded'

const store = localStore()

/** Tokens stored by any tab of this browser; undefined for a guest. */
export function readTokens(): SessionTokens | undefined {
  const token = store.getItem(tokenName)
  const refreshToken = store.getItem(refreshTokenName)
  return token && refreshToken
    ? { token, refreshToken, goodUntil: Number(store.getItem(goodUntilName)) }
    : undefined
}

/** The access token comes last: other tabs look at the rest when they notice it. */
export function writeTokens({ token, expiresIn, refreshToken }: AuthReply): void {
  store.removeItem(endedName)
  store.setItem(refreshTokenName, refreshToken)
  store.setItem(goodUntilName, String(Date.now() + expiresIn))
  store.setItem(tokenName, token)
}

/** @param ended whether the server no longer took them; otherwise someone wanted them gone */
export function clearTokens(ended = false): void {
  if (ended) store.setItem(endedName, '1')
  else store.removeItem(endedName)
  for (const name of [refreshTokenName, goodUntilName, tokenName]) store.removeItem(name)
}

/** Whether the session that was here last has ended by itself. */
export function haveEnded(): boolean {
  return store.getItem(endedName) !== null
}

/** The browser's local storage; where people have switched it off, a session lasts as long as its page. */
function localStore(): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  try {
    return window.localStorage
  } catch {
    const values = new Map<string, string>()
    return {
      getItem: (name) => values.get(name) ?? null,
      setItem: (name, value) => values.set(name, value),
      removeItem: (name) => values.delete(name),
    }
  }
}
