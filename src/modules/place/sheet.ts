import type { FastifyInstance } from 'fastify'
import { contentMark, readSheet, sendImmutable, staticText } from '../../kit/http/pages/style.ts'

const sheet = staticText('text/css', readSheet(new URL('place.css', import.meta.url)))

/** What the place adds to the sheet of the site. Its address changes with its content. */
export const placeSheet = { path: `/site/place/${contentMark(sheet.plain)}.css` }

export function servePlaceSheet(app: FastifyInstance) {
  app.get('/site/place/:name', { config: { access: 'public', bytes: true, quiet: true } }, async (request, reply) =>
    sendImmutable(request, reply, sheet),
  )
}
