/** Default message during maintenance. Pages put their own language's sentence for the code MAINTENANCE in its place. */
export const usualMaintenanceMessage = 'Site is under maintenance. Please check back later.'
