import { lazy } from 'react'
import { Navigate, Route, Routes } from 'react-router'
import { paths } from './paths.ts'
import { Shell } from './shell/shell.tsx'

const UploadPage = lazy(() => import('./features/upload/upload-page.tsx'))
const DownloadPage = lazy(() => import('./features/download/download-page.tsx'))
const DeletionPage = lazy(() => import('./features/download/deletion-page.tsx'))
const OnItsWay = lazy(() => import('./shell/on-its-way.tsx'))

/** Which page stands at which address; the only place that knows all features. */
export function AppRoutes() {
  return (
    <Routes>
      <Route element={<Shell />}>
        <Route path={paths.home} element={<UploadPage />} />
        <Route path={paths.download} element={<DownloadPage />} />
        <Route path={paths.deletion} element={<DeletionPage />} />
        <Route path={paths.login} element={<OnItsWay title="nav.login" />} />
        <Route path={paths.register} element={<OnItsWay title="nav.signUp" />} />
        <Route path={paths.forgotPassword} element={<OnItsWay title="page.forgotPassword" />} />
        <Route path={paths.resetPassword} element={<OnItsWay title="page.resetPassword" />} />
        <Route path={paths.portal} element={<OnItsWay title="nav.myFiles" />} />
        <Route path={paths.admin} element={<OnItsWay title="page.admin" />} />
        <Route path={paths.terms} element={<OnItsWay title="nav.terms" />} />
        <Route path={paths.privacy} element={<OnItsWay title="nav.privacy" />} />
        <Route path={paths.pricing} element={<OnItsWay title="nav.pricing" />} />
        <Route path={paths.upload} element={<Navigate to={paths.home} replace />} />
        <Route path={paths.dashboard} element={<Navigate to={paths.portal} replace />} />
        <Route path="*" element={<Navigate to={paths.home} replace />} />
      </Route>
    </Routes>
  )
}
