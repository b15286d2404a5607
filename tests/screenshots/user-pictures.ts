import { t } from '#web/i18n/t.ts'
import { dialogOf, open, openExact, type Picture, plainPage, press } from './picture.ts'

/** What someone with an account can see beside that. */
export const userPictures: readonly Picture[] = [
  plainPage('home-signed-in', 'user', '/'),
  {
    name: 'menu-sheet',
    role: 'user',
    only: 'phone',
    async arrange(page) {
      await open(page, '/')
      await press(page, t('nav.menu'))
      await page.getByRole('dialog').waitFor()
    },
  },
  plainPage('portal', 'user', '/portal'),
  plainPage('portal-files', 'user', '/portal/files'),
  {
    name: 'portal-files-exact',
    role: 'user',
    async arrange(page) {
      await open(page, '/portal/files')
      await openExact(page)
    },
  },
  plainPage('portal-files-no-match', 'user', '/portal/files?search=nothing-like-it'),
  ...[
    { name: 'portal-file-menu', file: 'notes.txt', action: undefined },
    { name: 'portal-file-delete', file: 'notes.txt', action: 'files.delete' as const },
    { name: 'portal-file-receipt', file: 'Gutachten.pdf', action: 'receipt.title' as const },
  ].map(
    ({ name, file, action }): Picture => ({
      name,
      role: 'user',
      async arrange(page) {
        await open(page, '/portal/files')
        await press(page, t('files.more', { name: file }))
        if (action) await page.getByRole('menuitem', { name: t(action) }).click()
        await page.getByRole(action ? 'dialog' : 'menu').waitFor()
      },
    }),
  ),
  plainPage('portal-requests', 'user', '/portal/requests'),
  {
    name: 'portal-request',
    role: 'user',
    arrange: (page, { request }) => open(page, `/portal/requests/${request.id}`),
  },
  plainPage('portal-request-new', 'user', '/portal/requests/new'),
  plainPage('portal-contacts', 'user', '/portal/contacts'),
  dialogOf('portal-contact-add', 'user', '/portal/contacts', () => t('contacts.add')),
  dialogOf('portal-contact-share', 'user', '/portal/contacts', () =>
    t('contacts.share', { name: 'Ada Lovelace' }),
  ),
  plainPage('portal-profile', 'user', '/portal/profile'),
  plainPage('portal-profile-security', 'user', '/portal/profile?section=security'),
  plainPage('portal-profile-keys', 'user', '/portal/profile?section=keys'),
  plainPage('portal-profile-data', 'user', '/portal/profile?section=data'),
  dialogOf('portal-profile-edit', 'user', '/portal/profile', () => t('profile.edit')),
  dialogOf('portal-password', 'user', '/portal/profile', () => t('changePassword.change')),
  dialogOf('portal-preferences', 'user', '/portal/profile', () => t('profile.preferences')),
  dialogOf('portal-key-make', 'user', '/portal/profile?section=keys', () =>
    t('keys.generateOf', { name: 'ML-KEM-1024' }),
  ),
  dialogOf('portal-key-delete', 'user', '/portal/profile?section=keys', () =>
    t('keys.deleteOf', { name: 'ML-KEM-768' }),
  ),
  dialogOf('portal-erase', 'user', '/portal/profile?section=data', () => t('profile.erase.action')),
  {
    name: 'download-quantum',
    role: 'user',
    async arrange(page, { files }) {
      await open(page, `/download/${files.quantum.id}`)
      await press(page, t('download.downloadFile'))
      await page.getByRole('dialog').waitFor()
    },
  },
  dialogOf('notifications', 'user', '/portal', () => t('notifications.title')),
  {
    name: 'portal-problem',
    role: 'user',
    async arrange(page) {
      await page.route('**/api/users/stats', (route) => route.abort())
      await page.route('**/api/files/user/files*', (route) => route.abort())
      await open(page, '/portal')
      await page.getByRole('alert').waitFor()
    },
  },
  {
    name: 'session-ended',
    role: 'user',
    async arrange(page) {
      await open(page, '/portal/files')
      await page.evaluate(() => {
        localStorage.setItem('token', 'x'.repeat(43))
        localStorage.setItem('refreshToken', 'y'.repeat(86))
      })
      await page.getByRole('searchbox').fill('typed')
      await page.getByRole('dialog').waitFor()
    },
  },
]
