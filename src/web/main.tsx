import './styles/index.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { loadCatalog } from './i18n/load-catalog.ts'
import { AppRoutes } from './routes.tsx'
import { ErrorBoundary } from './shell/error-boundary.tsx'

const container = document.getElementById('app')
if (!container) throw new Error('the page has no place for the app')
await loadCatalog('en')
createRoot(container).render(
  <StrictMode>
    <BrowserRouter>
      <ErrorBoundary>
        <AppRoutes />
      </ErrorBoundary>
    </BrowserRouter>
  </StrictMode>,
)
