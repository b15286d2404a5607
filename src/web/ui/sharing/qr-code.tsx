import { encode } from 'uqr'

type Props = { text: string; label: string; hint?: string }

/** A QR code with high error correction, 256 px and a margin of two modules, drawn as one path; beside it, what to do. */
export default function QrCode({ text, label, hint }: Props) {
  const { data, size } = encode(text, { ecc: 'H', border: 2 })
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <div className="qr-row">
      <div className="qrcard" role="img" aria-label={label}>
        <svg
          viewBox={`0 0 ${size} ${size}`}
          width="256"
          height="256"
          shapeRendering="crispEdges"
          aria-hidden="true"
        >
          <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
          <path fill="#121715" d={path} />
        </svg>
      </div>
      {hint && <p>{hint}</p>}
    </div>
  )
}
