/** Lengths of the fields of a contact, in UTF-16 code units. */
export const contactLengths = { name: 100, phone: 40, company: 100 } as const

/** How many contacts one person may keep. */
export const maxContacts = 2000
