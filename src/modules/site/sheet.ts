import type { FastifyInstance } from 'fastify'
import { type Theme, themedTokens } from 'guidon-design/hue'
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

/** The address of the sheet in the colours of a house. It changes with its content. */
export function sheetPath({ hue, chroma }: Theme) {
  return `/site/${mark}-${hue}-${chroma}.css`
}

const own = staticText('text/css', readSheet(new URL('own-page.css', import.meta.url)))

/** What a page of the agency adds to the sheet of the site. Its address changes with its content. */
export const ownSheetPath = `/site/${contentMark(own.plain)}-own.css`

const KEPT = 20

export function serveSiteSheet(app: FastifyInstance) {
  const kept = new Map<string, StaticText>()
  app.get<{ Params: { name: string } }>(
    '/site/:name',
    { config: { access: 'public', bytes: true, quiet: true } },
    async (request, reply) => {
      const { name } = request.params
      if (ownSheetPath.endsWith(`/${name}`)) return sendImmutable(request, reply, own)
      const [, hue = '', chroma = ''] = /^[\w-]{12}-(\d{1,3})-([0-3])\.css$/.exec(name) ?? []
      if (!hue || Number(hue) > 359) return reply.callNotFound()
      const theme = `${hue}-${chroma}`
      const sheet =
        kept.get(theme) ?? staticText('text/css', text + themedTokens({ hue: Number(hue), chroma: Number(chroma) }))
      if (kept.size >= KEPT) kept.clear()
      kept.set(theme, sheet)
      return sendImmutable(request, reply, sheet)
    },
  )
}
