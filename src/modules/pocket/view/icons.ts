import { html } from '../../../kit/http/pages/html.ts'

const shapes = {
  phone: 'M5 4h4l2 5-2.5 1.500a11 11 0 0 0 5 5L15 13l5 2v4a2 2 0 0 1-2 2A16 16 0 0 1 3 6a2 2 0 0 1 2-2',
  cash: 'M3 6h18v12H3zM12 9a3 3 0 1 1 0 6 3 3 0 0 1 0-6M6 9.500v.010M18 14.500v.010',
  note: 'M6 3h9l4 4v14H6zM9 9h6M9 13h6M9 17h4',
  alarm: 'M12 4 2.500 20h19zM12 10v4M12 17v.010',
  home: 'M4 11l8-7 8 7v9H4zM10 20v-6h4v6',
  people:
    'M9 11a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7M2.500 20v-1a5 5 0 0 1 5-5h3a5 5 0 0 1 5 5v1M16 4.200a3.500 3.500 0 0 1 0 6.600M21.500 20v-1a5 5 0 0 0-3.500-4.800',
  door: 'M6 21V4a1 1 0 0 1 1-1h10a1 1 0 0 1 1 1v17M3 21h18M14 12v.010',
  check: 'm5 12.500 4.500 4.500L19 7',
}

/** A drawn sign beside a word, which says nothing itself. */
export function icon(name: keyof typeof shapes) {
  return html`<svg class="ico" viewBox="0 0 24 24" aria-hidden="true"><path d="${shapes[name]}"/></svg>`
}
