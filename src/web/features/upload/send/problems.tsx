import type { Ref } from 'react'
import { Icon } from '#web/ui/icons/icon.tsx'

/** Problems, each a sentence or more; announced to screen readers at once. */
export function Problems({ texts, ref }: { texts: readonly string[]; ref?: Ref<HTMLDivElement> }) {
  if (texts.length === 0) return null
  return (
    <div className="stack-s" role="alert" ref={ref} tabIndex={-1}>
      {texts.map((text) => (
        <p className="hint-bad" key={text}>
          <Icon name="warning" />
          <span className="break">{text}</span>
        </p>
      ))}
    </div>
  )
}
