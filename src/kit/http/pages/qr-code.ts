import { encode } from 'uqr'
import { html, type Markup } from './html.ts'

/** A QR code, dark on white in both lights, because many cameras do not read the opposite. */
export function qrCode(text: string, label: string): Markup {
  // A camera needs a white margin of four modules.
  const { size, data } = encode(text, { ecc: 'M', border: 4 })
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])))
  return html`
<svg class="qr" viewBox="0 0 ${size} ${size}" role="img" aria-label="${label}" shape-rendering="crispEdges">
  <path fill="#fff" d="M0 0h${size}v${size}H0z"/>
  <path fill="#000" d="${dark.join('')}"/>
</svg>`
}
