/** How many API keys one person may have, the length of their names, and networks of one. */
export const apiKeyLimits = { keys: 20, name: 60, networks: 10 } as const

/** How many passkeys one person may have, and the length of their names. */
export const passkeyLimits = { passkeys: 20, name: 60 } as const
