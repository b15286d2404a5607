import type { ComponentType, ReactNode } from 'react'
import type { TextPart } from '../../i18n/text-parts.ts'
import { fetchPart } from './fetch-part.ts'
import { lazyPart } from './lazy-part.tsx'
import { withTexts } from './with-texts.ts'

/** An optional part of a page: renders nothing if it cannot be fetched. */
export function lazyExtra<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  meanwhile?: ReactNode,
  texts: TextPart = 'base',
) {
  return lazyPart<Props>(
    () => withTexts(texts, fetchPart(load)).catch(() => ({ default: Nothing })),
    meanwhile,
  )
}

function Nothing() {
  return null
}
