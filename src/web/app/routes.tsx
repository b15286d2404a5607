import { Suspense } from 'react'
import { useSession } from '../accounts/session.ts'
import { TermsGate } from '../features/terms/terms-gate.tsx'
import { locationBehind, useLocation } from '../router/location.ts'
import { paths } from '../router/paths.ts'
import { Navigate, Route, Routes } from '../router/routes.tsx'
import { lazyPage } from '../ui/lazy/lazy-page.ts'
import { lazyExtra, lazyPart } from '../ui/lazy/lazy-part.tsx'
import {
  admitAdmins,
  admitForFactor,
  admitForNewPassword,
  admitGuests,
  admitUsers,
} from './admission/admission.ts'
import { Guard, WithReports } from './admission/guard.tsx'
import { Footer } from './shell/footer.tsx'
import { PageFrame, Shell } from './shell/shell.tsx'
import { PageBoundary } from './stand-ins/error-boundary.tsx'
import { Waiting } from './stand-ins/waiting.tsx'

const UploadPage = lazyPage(() => import('../features/upload/upload-page.tsx'))
const DownloadPage = lazyPage(() => import('../features/download/download-page.tsx'))
const DeletionPage = lazyPage(() => import('../features/download/deletion-page.tsx'))
const ManagePage = lazyPage(() => import('../features/manage/manage-page.tsx'), 'manage')
const StopMailsPage = lazyPage(() => import('../features/rights/stop-mails-page.tsx'), 'codes')
const VerifyEmailPage = lazyPage(() => import('../features/accounts/verify-email-page.tsx'), 'codes')
const RightsPage = lazyPage(() => import('../features/rights/rights-page.tsx'), 'rights')
const ReportPage = lazyPage(() => import('../features/reports/report-page.tsx'), 'reports')
const FollowedReportPage = lazyPage(() => import('../features/reports/followed-report-page.tsx'), 'reports')
const DecisionPage = lazyPage(() => import('../features/reports/decision-page.tsx'), 'reports')
const ModeratePage = lazyPage(() => import('../features/reports/moderate-page.tsx'), 'reports')
const LoginPage = lazyPage(() => import('../features/accounts/login-page.tsx'))
const RegisterPage = lazyPage(() => import('../features/accounts/register-page.tsx'))
const ForgotPasswordPage = lazyPage(() => import('../features/accounts/passwords/forgot-password-page.tsx'))
const ResetPasswordPage = lazyPage(() => import('../features/accounts/passwords/reset-password-page.tsx'))
const ChangePasswordPage = lazyPage(() => import('../features/accounts/passwords/change-password-page.tsx'))
const AddFactorPage = lazyPage(() => import('../features/accounts/security/add-factor-page.tsx'), 'portal')
const TermsPage = lazyPage(() => import('../features/terms/terms-page.tsx'), 'legal')
const PrivacyPage = lazyPage(() => import('../features/legal/privacy-page.tsx'), 'legal')
const PricingPage = lazyPage(() => import('../features/legal/pricing-page.tsx'), 'legal')
const ImprintPage = lazyPage(() => import('../features/legal/imprint-page.tsx'), 'legal')
const AdminPage = lazyPage(() => import('../features/admin/admin-page.tsx'), 'admin')
const SetupPage = lazyPage(() => import('../features/admin/setup/setup-page.tsx'), 'admin')
const PortalLayout = lazyPage(() => import('../features/portal/portal-layout.tsx'), 'portal')
const DashboardPage = lazyPage(() => import('../features/portal/dashboard-page.tsx'))
const FilesPage = lazyPage(() => import('../features/portal/files-page.tsx'))
const OwnTransferPage = lazyPage(() => import('../features/manage/own-transfer-page.tsx'), 'manage')
const ProfilePage = lazyPage(() => import('../features/accounts/profile/profile-page.tsx'))
const ConnectPage = lazyPage(() => import('../features/accounts/api-keys/connect-page.tsx'), 'portal')
const WebhooksPage = lazyPage(() => import('../features/integrations/webhooks-page.tsx'), 'integrations')
const ServiceWebhooks = lazyPage(
  () => import('../features/integrations/service-webhooks.tsx'),
  'integrations',
)
const KeyDialog = lazyPart(() => import('../features/keys/key-dialog.tsx'), null, 'keys')
const RequestKeyDialog = lazyPart(() => import('../features/keys/request-key-dialog.tsx'), null, 'keys')
const KeySection = lazyPage(() => import('../features/keys/key-section.tsx'), 'keys')
const RequestsPage = lazyPage(() => import('../features/requests/own/requests-page.tsx'), 'requests')
const NewRequestPage = lazyPage(
  () => import('../features/requests/own/form/new-request-page.tsx'),
  'requests',
)
const InboxPage = lazyPage(() => import('../features/requests/own/inbox/inbox-page.tsx'), 'requests')
const EditRequestPage = lazyPage(
  () => import('../features/requests/own/form/edit-request-page.tsx'),
  'requests',
)
const VisitFrame = lazyPage(() => import('../features/requests/visit/visit-frame.tsx'))
const VisitPage = lazyPage(() => import('../features/requests/visit/visit-page.tsx'), 'visit')
const ContactsPage = lazyPage(() => import('../features/contacts/contacts-page.tsx'))
const Bell = lazyExtra(
  () => import('../features/notifications/bell.tsx'),
  <span className="icon-btn" />,
  'portal',
)

const EndedSession = lazyExtra(() => import('./admission/ended-session.tsx'))

/** Which page stands at which address, and who may see it; the only place that knows all features. */
export function AppRoutes() {
  const location = useLocation()
  const session = useSession()
  // A new sign-in happens above the page, which stays as it is until the person is back on it.
  const shown = (session.status === 'user' && locationBehind(location)) || location
  return (
    <>
      <Routes location={shown}>
        <Route element={<Shell terms={<TermsGate />} />}>
          <Route element={<PageFrame bell={<Bell />} />}>
            <Route path={paths.home} element={<UploadPage KeyDialog={KeyDialog} />} />
            <Route path={paths.download} element={<DownloadPage />} />
            <Route path={paths.deletion} element={<DeletionPage />} />
            <Route path={paths.manage} element={<ManagePage />} />
            <Route path={paths.stopMails} element={<StopMailsPage />} />
            <Route path={paths.rights} element={<RightsPage />} />
            <Route element={<WithReports />}>
              <Route path={paths.report} element={<ReportPage />} />
              <Route path={paths.followedReport} element={<FollowedReportPage />} />
              <Route path={paths.decision} element={<DecisionPage />} />
              <Route path={paths.moderate} element={<ModeratePage />} />
            </Route>
            <Route path={paths.forgotPassword} element={<ForgotPasswordPage />} />
            <Route path={paths.resetPassword} element={<ResetPasswordPage />} />
            <Route path={paths.setup} element={<SetupPage />} />
            <Route path={paths.verifyEmail} element={<VerifyEmailPage />} />
            <Route path={paths.terms} element={<TermsPage />} />
            <Route path={paths.privacy} element={<PrivacyPage />} />
            <Route path={paths.pricing} element={<PricingPage />} />
            <Route path={paths.imprint} element={<ImprintPage />} />
            <Route element={<Guard admits={admitGuests} />}>
              <Route path={paths.login} element={<LoginPage />} />
              <Route path={paths.register} element={<RegisterPage />} />
            </Route>
            <Route element={<Guard admits={admitForNewPassword} />}>
              <Route path={paths.changePassword} element={<ChangePasswordPage />} />
            </Route>
            <Route element={<Guard admits={admitForFactor} />}>
              <Route path={paths.addFactor} element={<AddFactorPage />} />
            </Route>
            <Route element={<Guard admits={admitUsers} />}>
              <Route path={paths.connect} element={<ConnectPage />} />
            </Route>
            <Route element={<Guard admits={admitAdmins} />}>
              <Route path={paths.admin} element={<AdminPage webhooks={<ServiceWebhooks />} />} />
            </Route>
          </Route>
          <Route element={<VisitFrame footer={<Footer />} waiting={<Waiting />} />}>
            <Route element={<PageBoundary />}>
              <Route path={paths.request} element={<VisitPage />} />
            </Route>
          </Route>
          <Route element={<Guard admits={admitUsers} alone />}>
            <Route element={<PortalLayout bell={<Bell />} footer={<Footer />} waiting={<Waiting />} />}>
              <Route element={<PageBoundary />}>
                <Route path={paths.portal} element={<DashboardPage />} />
                <Route path={paths.portalFiles} element={<FilesPage />} />
                <Route path={paths.portalTransfer} element={<OwnTransferPage />} />
                <Route path={paths.portalRequests} element={<RequestsPage />} />
                <Route
                  path={paths.newRequest}
                  element={<NewRequestPage KeyDialog={KeyDialog} RequestKeyDialog={RequestKeyDialog} />}
                />
                <Route path={paths.portalRequest} element={<InboxPage />} />
                <Route path={paths.editRequest} element={<EditRequestPage />} />
                <Route path={paths.portalContacts} element={<ContactsPage />} />
                <Route path={paths.portalWebhooks} element={<WebhooksPage />} />
                <Route path={paths.portalProfile} element={<ProfilePage keys={<KeySection />} />} />
              </Route>
            </Route>
          </Route>
          <Route path={paths.upload} element={<Navigate to={paths.home} />} />
          <Route path={paths.dashboard} element={<Navigate to={paths.portal} />} />
          <Route path="*" element={<Navigate to={paths.home} />} />
        </Route>
      </Routes>
      {session.status !== 'guest' && (
        <Suspense>
          <EndedSession login={<LoginPage />} />
        </Suspense>
      )}
    </>
  )
}
