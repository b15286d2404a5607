/** Carries the proof that a code has given for a link; apart from the schemas, so that a browser need not carry those. */
export const proofHeader = 'x-link-proof'
