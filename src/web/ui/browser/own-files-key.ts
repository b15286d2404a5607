/** Marks, in the local storage, that there may be files to take away; see own-files.ts, which few pages load. */
export const ownFilesKey = 'restante.ownFiles'
