import { Component, type ReactNode } from 'react'
import { BrokenPage } from './broken-page.tsx'

type Props = {
  children: ReactNode
  /** There is no frame around it. */
  alone?: boolean
}

/** Shows what can be done when a page breaks. */
export class ErrorBoundary extends Component<Props, { broken: boolean; error: unknown }> {
  override state = { broken: false, error: undefined }

  static getDerivedStateFromError(error: unknown) {
    return { broken: true, error }
  }

  override render() {
    const { broken, error } = this.state
    const { alone, children } = this.props
    if (!broken) return children
    return alone ? (
      <main>
        <BrokenPage error={error} />
      </main>
    ) : (
      <BrokenPage error={error} />
    )
  }
}
