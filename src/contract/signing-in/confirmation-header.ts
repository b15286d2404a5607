/** Carries the confirmation of who one is; apart from the schemas, which a browser does not need. */
export const confirmationHeader = 'x-confirmation'
