/** What the audit log calls the one who works on the machine itself; no user has a name with a space. */
export const commandLineName = 'command line'
