/** What the audit log calls whoever works on the machine itself; no user has a name with a space. */
export const commandLineName = 'command line'
