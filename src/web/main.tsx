import './styles/index.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { loadServiceConfig, ServiceConfigContext } from './api/service-config.ts'
import { startSession } from './api/start-session.ts'
import { AppRouter } from './app-router.tsx'
import { loadCatalog } from './i18n/load-catalog.ts'
import { AppRoutes } from './routes.tsx'
import { ErrorBoundary } from './shell/error-boundary.tsx'

/** A function rather than an `await` of the module: the parts that are fetched meanwhile wait for this module. */
async function start(): Promise<void> {
  const container = document.getElementById('app')
  if (!container) throw new Error('the page has no place for the app')
  const [config] = await Promise.all([loadServiceConfig(), loadCatalog('en'), startSession()])
  createRoot(container).render(
    <StrictMode>
      <AppRouter>
        <ErrorBoundary alone>
          <ServiceConfigContext value={config}>
            <AppRoutes />
          </ServiceConfigContext>
        </ErrorBoundary>
      </AppRouter>
    </StrictMode>,
  )
}

void start()
