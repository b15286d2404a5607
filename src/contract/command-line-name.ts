/** What the audit log calls a person at the machine itself; no user has a name with a space. */
export const commandLineName = 'command line'
