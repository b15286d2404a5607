/** Every address of the app, once. */
export const paths = {
  home: '/',
  upload: '/upload',
  login: '/login',
  register: '/register',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  download: '/download/:fileId',
  deletion: '/delete/:fileId',
  portal: '/portal',
  dashboard: '/dashboard',
  terms: '/terms',
  privacy: '/privacy',
  pricing: '/pricing',
  admin: '/admin',
} as const
