/**
 * Method of transfers that their sender has sealed: not a choice beside the others, but a switch; see docs/end-to-end.md. Apart
 * from the schemas, which the pages do without.
 */
export const endToEndMethod = 'end-to-end'

/** Name of the only file of an end-to-end encrypted upload. */
export const bundleName = 'bundle'

/** The largest sealed bundle, in bytes, whose limited link counts with the first byte: a text may be in the first ones of it. */
export const smallBundle = 2 * 1024 * 1024
