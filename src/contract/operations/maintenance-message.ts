/**
 * What people read while the service is under maintenance, unless an administrator writes something else. Pages put
 * their own language's sentence for the code MAINTENANCE in its place.
 */
export const usualMaintenanceMessage = 'Site is under maintenance. Please check back later.'
