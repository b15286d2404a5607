/** Storage key of uploads that can go on; apart from what reads them, which the home page loads only where there is one. */
export const stoppedUploadsKey = 'restante.uploads'
