import type { FastifyInstance } from 'fastify'
import {
  common,
  contentMark,
  readSheet,
  type StaticText,
  sendImmutable,
  staticText,
} from '../../kit/http/pages/style.ts'

const text = common + readSheet(new URL('site.css', import.meta.url))
const mark = contentMark(Buffer.from(text))

export type Theme = { hue: number; chroma: number }

/** The chroma of each step. The lightness stays that of the tokens, so that every hue has their contrast. */
const chromas = [0.012, 0.045, 0.078, 0.11]

/** The hue of `late`, and how near to it the hue of a house may be: red says only that something is late. */
const LATE = 27
const DISTANCE = 22

/** The hue of a house, moved away from the red of `late`. */
export function safeHue(hue: number) {
  const away = ((hue - LATE + 540) % 360) - 180
  if (Math.abs(away) >= DISTANCE) return hue
  return (LATE + (away < 0 ? -DISTANCE : DISTANCE) + 360) % 360
}

/** The hue and the chroma of the accent of a house. */
export function accentOf({ hue, chroma }: Theme) {
  return { hue: safeHue(hue), chroma: chromas[chroma] ?? 0 }
}

const themed = (theme: Theme) => {
  const { hue: h, chroma: c } = accentOf(theme)
  return `:root{--accent:light-dark(oklch(45% ${c} ${h}),oklch(78% ${c * 1.08} ${h}));--accent-ink:light-dark(oklch(100% 0 0),oklch(20% ${c * 0.4} ${h}));--accent-wash:light-dark(oklch(95.8% ${c * 0.23} ${h}),oklch(29% ${c * 0.45} ${h}))}`
}

/** The address of the sheet in the colours of a house. It changes with its content. */
export function sheetPath({ hue, chroma }: Theme) {
  return `/site/${mark}-${hue}-${chroma}.css`
}

const KEPT = 20

export function serveSiteSheet(app: FastifyInstance) {
  const kept = new Map<string, StaticText>()
  app.get<{ Params: { name: string } }>(
    '/site/:name',
    { config: { access: 'public', bytes: true, quiet: true } },
    async (request, reply) => {
      const { name } = request.params
      const [, hue = '', chroma = ''] = /^[\w-]{12}-(\d{1,3})-([0-3])\.css$/.exec(name) ?? []
      if (!hue || Number(hue) > 359) return reply.callNotFound()
      const theme = `${hue}-${chroma}`
      const sheet =
        kept.get(theme) ?? staticText('text/css', text + themed({ hue: Number(hue), chroma: Number(chroma) }))
      if (kept.size >= KEPT) kept.clear()
      kept.set(theme, sheet)
      return sendImmutable(request, reply, sheet)
    },
  )
}
