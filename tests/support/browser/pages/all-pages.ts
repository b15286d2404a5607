/** Every page for guests but the first. Two in a row have different titles, see walkTo. */
export const pagesForGuests: readonly string[] = [
  '/login',
  '/register',
  '/forgot-password',
  '/reset-password',
  '/pricing',
  '/privacy',
  '/terms',
  '/reset-password?token=x',
  '/download/AAAAAAAAAAAAAAAAAAAAAA',
]

export const pagesForAdministrators: readonly string[] = [
  '/portal',
  '/portal/files',
  '/portal/requests',
  '/portal/contacts',
  '/portal/profile',
  '/portal/profile?section=security',
  '/portal/profile?section=keys',
  '/portal/profile?section=data',
  '/admin',
  '/admin?tab=files',
  '/admin?tab=users',
  '/admin?tab=system',
  '/admin?tab=settings',
  '/setup',
]
