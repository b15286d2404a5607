/** Carries the session of the rights centre; apart from the schemas, so that a browser need not carry those. */
export const rightsSessionHeader = 'x-rights-session'
