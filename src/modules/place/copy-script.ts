import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { contentMark, sendImmutable, staticText } from '../../kit/http/pages/style.ts'

const script = staticText('text/javascript', readFileSync(new URL('../site/browser/copy.js', import.meta.url), 'utf8'))

/** The script that copies an account or an amount with one press. Its address changes with its content. */
export const copyScript = { path: `/site/copy/${contentMark(script.plain)}.js` }

export function serveCopyScript(app: FastifyInstance) {
  app.get('/site/copy/:name', { config: { access: 'public', bytes: true, quiet: true } }, async (request, reply) =>
    sendImmutable(request, reply, script),
  )
}
