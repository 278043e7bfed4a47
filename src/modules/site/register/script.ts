import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { contentMark, sendImmutable, staticText } from '../../../kit/http/pages/style.ts'

const text = readFileSync(new URL('../browser/register.js', import.meta.url), 'utf8')
const script = staticText('text/javascript', text)

/** The script of a registration, as it is written in its file. Its address changes with its content. */
export const registerScript = { path: `/site/register/${contentMark(script.plain)}.js` }

export function serveRegisterScript(app: FastifyInstance) {
  app.get('/site/register/:name', { config: { access: 'public', bytes: true, quiet: true } }, async (request, reply) =>
    sendImmutable(request, reply, script),
  )
}
