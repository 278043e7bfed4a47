import { ConfigFault } from '../config.ts'
import { refusals } from '../kit/errors.ts'
import { asRefusal } from '../kit/http/server/problem.ts'
import { type Locale, say, type Words } from '../kit/words/words.ts'

/** Explains an error with the sentences of the service's refusals. */
export function explain(error: unknown, locale: Locale): string {
  const { code, extras } = asRefusal(error)
  if (error instanceof ConfigFault || code === 'internal') return lastCause(error)
  if (code === 'unavailable' && !extras.detail) return say(unanswered(lastCause(error)), locale)
  const [, title, wayOut] = refusals[code]
  const fields = Object.entries(extras.errors ?? {}).flatMap(([field, words]) =>
    words.map((pair) => `  ${field}: ${say(pair, locale)}`),
  )
  const detail = fields.length ? [] : [say(extras.detail ?? wayOut, locale)]
  return [say(title, locale), ...detail, ...fields].join('\n')
}

const unanswered = (why: string): Words => [`資料庫沒有回應：${why}`, `The database does not answer: ${why}`]

// A connection to a host name with several addresses fails with one error for each of them.
const lastCause = (error: unknown): string => {
  const { errors, message } = error as { errors?: unknown[]; message?: string }
  return message || (errors?.length ? lastCause(errors.at(-1)) : String(error))
}
