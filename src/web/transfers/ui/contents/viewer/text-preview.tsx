import { useEffect, useEffectEvent, useState } from 'react'

type Props = { address: string; path: string; onFail: () => void }

/** The beginning of a text, as text. */
export function TextPreview({ address, path, onFail }: Props) {
  const [text, setText] = useState<string>()
  const fail = useEffectEvent(onFail)
  useEffect(() => {
    const ended = new AbortController()
    async function read() {
      try {
        const answer = await fetch(address, { signal: ended.signal })
        if (!answer.ok) throw new Error(`the preview answers ${answer.status}`)
        setText(await answer.text())
      } catch {
        if (!ended.signal.aborted) fail()
      }
    }
    void read()
    return () => ended.abort()
  }, [address])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: so that the keyboard can scroll it
    <pre className="v-text" tabIndex={0} role="document" aria-label={path}>
      {text}
    </pre>
  )
}
