import { qrCode } from '../kit/qr/code.ts'

const MARGIN = 4

/** Dark on white in both themes: many cameras do not read the opposite. */
export const QrCode = ({ text, label }: { text: string; label: string }) => {
  const rows = qrCode(text)
  const size = rows.length + 2 * MARGIN
  const dark = rows.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? `M${x + MARGIN} ${y + MARGIN}h1v1h-1z` : [])),
  )
  return (
    <svg className="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#000" d={dark.join('')} />
    </svg>
  )
}
