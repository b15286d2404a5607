import './early-parts.ts'
import '../styles/index.css'
import '../ui/browser/own-workers.ts'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { type Language, languages } from '#contract/languages.ts'
import type { ServiceConfig } from '#contract/service.ts'
import { startSession } from '../accounts/load-user.ts'
import { useLanguage } from '../i18n/language.ts'
import { speak } from '../i18n/load-catalog.ts'
import { Router } from '../router/routes.tsx'
import { loadServiceConfig, ServiceConfigContext, useConfigOfPerson } from '../service/service-config.ts'
import { browserStore, ownFilesKey } from '../ui/browser/browser-store.ts'
import { AppRoutes } from './routes.tsx'
import { ErrorBoundary } from './stand-ins/error-boundary.tsx'

/** All of it is drawn again in another language: texts are asked for while drawing. */
function App({ config: atStart }: { config: ServiceConfig | null }) {
  useLanguage()
  const config = useConfigOfPerson(atStart)
  return (
    <Router>
      <ErrorBoundary alone>
        <ServiceConfigContext value={config}>
          <AppRoutes />
        </ServiceConfigContext>
      </ErrorBoundary>
    </Router>
  )
}

/** The language that the server chose for the page, by what the browser asked for. */
function pageLanguage(): Language {
  return languages.find((language) => language === document.documentElement.lang) ?? languages[0]
}

/** Milliseconds after which the texts are asked for again. */
const pause = 5000

/** Speaks the language of the page, however long its texts take to come: without them there is nothing to say. */
async function speakAsSoonAsPossible(): Promise<void> {
  try {
    await speak(pageLanguage())
  } catch {
    await new Promise((resolve) => setTimeout(resolve, pause))
    await speakAsSoonAsPossible()
  }
}

/** A function rather than an `await` of the module: the parts that are fetched meanwhile wait for this module. */
async function start(): Promise<void> {
  const container = document.getElementById('app')
  if (!container) throw new Error('no #app')
  const [config] = await Promise.all([loadServiceConfig(), speakAsSoonAsPossible(), startSession()])
  createRoot(container).render(
    <StrictMode>
      <App config={config} />
    </StrictMode>,
  )
}

void start()
// It may hold what was decrypted in a tab that was closed.
if (browserStore('localStorage')?.getItem(ownFilesKey))
  import('../ui/browser/own-files.ts').then(({ removeLeftFiles }) => removeLeftFiles()).catch(() => {})
