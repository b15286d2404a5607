/**
 * Headers that carry what opens something, apart from the schemas, which a browser does not need.
 */

/** The confirmation of who one is. */
export const confirmationHeader = 'x-confirmation'

/** The proof that a code has given for a link. */
export const proofHeader = 'x-link-proof'

/** An upload ticket of a file request, to every call that uploads. */
export const requestTicketHeader = 'x-request-ticket'

/** Token that a visitor's browser gets with its first ticket. It lists the uploads of this browser. */
export const visitorTokenHeader = 'x-visitor-token'

/** The session of the rights centre. */
export const rightsSessionHeader = 'x-rights-session'
