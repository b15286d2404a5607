import { t } from '#web/i18n/t.ts'
import { dialogOf, open, openExact, type Picture, plainPage } from './picture.ts'

/** What an administrator can see beside that. */
export const adminPictures: readonly Picture[] = [
  plainPage('admin-overview', 'administrator', '/admin'),
  plainPage('admin-files', 'administrator', '/admin?tab=files'),
  {
    name: 'admin-files-exact',
    role: 'administrator',
    async arrange(page) {
      await open(page, '/admin?tab=files')
      await openExact(page)
    },
  },
  dialogOf('admin-file', 'administrator', '/admin?tab=files', () => t('admin.view', { name: 'plan.pdf' })),
  dialogOf('admin-file-delete', 'administrator', '/admin?tab=files', () =>
    t('admin.delete', { name: 'plan.pdf' }),
  ),
  plainPage('admin-users', 'administrator', '/admin?tab=users'),
  dialogOf('admin-user-add', 'administrator', '/admin?tab=users', () => t('admin.users.add')),
  dialogOf('admin-user-edit', 'administrator', '/admin?tab=users', () =>
    t('admin.edit', { name: 'ines-moreau' }),
  ),
  plainPage('admin-reports', 'administrator', '/admin?tab=reports'),
  {
    name: 'admin-report',
    role: 'administrator',
    arrange: (page, { report }) => open(page, `/admin?tab=reports&case=${report.number}`),
  },
  plainPage('admin-settings', 'administrator', '/admin?tab=settings'),
  ...['service', 'mail', 'checks', 'provider', 'backup'].map((step) =>
    plainPage(`setup-${step}`, 'administrator', `/setup?step=${step}`),
  ),
  plainPage('setup', 'administrator', '/setup'),
  plainPage('admin-system', 'administrator', '/admin?tab=system'),
  dialogOf('admin-maintenance', 'administrator', '/admin?tab=system', () => t('admin.maintenance.enable')),
]
