import { useEffect } from 'react'
import { productName } from '../product-name.ts'

/** Names the page, or the state it is in, in the browser's tab. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${productName}`
  }, [title])
}
