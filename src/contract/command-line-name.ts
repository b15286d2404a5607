/** Name in the audit log for acts on the machine itself. No username has a space. */
export const commandLineName = 'command line'
