/** How long people are told what happened, in milliseconds. */
export const notificationLife = 30 * 24 * 60 * 60_000
