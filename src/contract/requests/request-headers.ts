/** Carries an upload ticket of a file request, to every call that uploads. Apart from the schemas, for browsers. */
export const requestTicketHeader = 'x-request-ticket'

/** Carries what a visitor's browser was given with its first ticket: it lists what this browser has sent. */
export const visitorTokenHeader = 'x-visitor-token'
