import type { Heard, Loaded, Outbound } from '../../kit/outbound/outbound.ts'

declare module '../../kit/jobs/jobs.ts' {
  interface JobTools {
    /** An address that takes the place of that of LINE. Tests and drills set it. */
    lineApiUrl?: string | undefined
  }
}

const LINE = 'https://api.line.me'

/** LINE as one channel speaks to it. */
export type Line = { outbound: Outbound; lineApiUrl?: string | undefined; access_token: string }

/** Asks LINE for something. */
export function askLine({ outbound, lineApiUrl, access_token }: Line, path: string): Promise<Heard> {
  return outbound.get(`${lineApiUrl ?? LINE}${path}`, headersOf(access_token))
}

/** Fetches what a friend has sent to a path, at most so many bytes. */
export function loadFromLine(
  { outbound, lineApiUrl, access_token }: Line,
  message: string,
  to: { path: string; most: number },
): Promise<Loaded> {
  return outbound.load(`${lineApiUrl ?? CONTENT}/v2/bot/message/${message}/content`, headersOf(access_token), to)
}
const CONTENT = 'https://api-data.line.me'

/** Tells LINE something. With a key, a second try of the same is answered 409 and not done again. */
export function tellLine({ outbound, lineApiUrl, access_token }: Line, path: string, body: object, key?: string) {
  const headers = { ...headersOf(access_token), 'content-type': 'application/json' }
  return outbound.post(
    `${lineApiUrl ?? LINE}${path}`,
    key === undefined ? headers : { ...headers, 'x-line-retry-key': key },
    JSON.stringify(body),
  )
}
const headersOf = (token: string) => ({ authorization: `Bearer ${token}`, 'user-agent': 'Guidon' })
