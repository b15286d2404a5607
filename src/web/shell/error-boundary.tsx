import { Component, type ReactNode } from 'react'
import { t } from '../i18n/t.ts'

/** What people see when a page breaks: a sentence and a way on. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false }

  static getDerivedStateFromError() {
    return { broken: true }
  }

  override render() {
    if (!this.state.broken) return this.props.children
    return (
      <main className="stack">
        <div className="on-its-way stack">
          <h1 className="title-xl">{t('shell.broken')}</h1>
          <p>{t('shell.brokenHint')}</p>
          <div>
            <button type="button" className="btn btn-primary" onClick={() => location.reload()}>
              {t('shell.tryAgain')}
            </button>
          </div>
        </div>
      </main>
    )
  }
}
