import { existsSync, readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { contentMark, readSheet, type StaticText, sendImmutable, staticText } from '../../kit/http/pages/style.ts'
import type { Locale } from '../../kit/words/words.ts'

const built = (name: string) => {
  const file = new URL(`../../../web/dist/pocket/${name}.js`, import.meta.url)
  return existsSync(file) ? staticText('text/javascript', readFileSync(file, 'utf8')) : undefined
}

type Kind = 'sheet' | Locale
const texts: Record<Kind, StaticText | undefined> = {
  sheet: staticText('text/css', readSheet(new URL('pocket.css', import.meta.url))),
  // Each phone loads its own language.
  'zh-TW': built('page.zh-TW'),
  en: built('page.en'),
}

/**
 * The address of a file of the pocket, which changes with its content. The scripts are built by `bin/build-web.mjs`: without a build the
 * page shows the trips, and nothing can be entered.
 */
export function pocketFile(kind: Kind): string | undefined {
  const text = texts[kind]
  return text && `/my/trips/files/${kind}/${contentMark(text.plain)}`
}

/** The worker as it was built. */
export const worker = built('worker')?.plain.toString()

// As with the other scripts, a page of the release before or after gets what is there now.
export function servePocketFiles(app: FastifyInstance) {
  for (const [kind, text] of Object.entries(texts))
    if (text)
      app.get(
        `/my/trips/files/${kind}/:mark`,
        { config: { access: 'public', bytes: true, quiet: true } },
        async (request, reply) => sendImmutable(request, reply, text),
      )
}
