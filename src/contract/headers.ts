/** Request headers of calls, apart from the schemas, which a browser does not need. */

/** Confirmation that the caller is the person of the account; see the call `confirm`. */
export const confirmationHeader = 'x-confirmation'

/** Proof that the code of a link was entered. */
export const proofHeader = 'x-link-proof'

/** Manage token of a transfer: the secret in the fragment of a manage link. */
export const manageTokenHeader = 'x-manage-token'

/** Version of a transfer that a change is based on, as an entity tag. */
export const versionHeader = 'if-match'

/** Secret in the fragment of a deletion link. */
export const deletionTokenHeader = 'x-deletion-token'

/** Token under which an upload reports its steps: 22 characters of base64url, chosen by the sender. */
export const stepsHeader = 'x-upload-token'

/** Download link of an upload under way, in the answer to the creation of a resumable one. */
export const downloadUrlHeader = 'x-download-url'

/** Upload ticket of a file request, for every call that uploads. */
export const requestTicketHeader = 'x-request-ticket'

/** Token that a visitor's browser gets with its first ticket. It lists the uploads of this browser. */
export const visitorTokenHeader = 'x-visitor-token'

/** Session of the rights centre. */
export const rightsSessionHeader = 'x-rights-session'

/** Token that follows a report or a decision. */
export const followTokenHeader = 'x-follow-token'
