import type { Random } from './random.ts'

/** Headers that a broken or hostile client sends with any request: a few of them at once. */
export const hostileHeaders = (random: Random): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, several]) => (random.chance(0.4) ? [[name, random.pick(several)]] : [])),
  )

/** Whether a refusal is one of these headers' and not the body's. */
export const isOfHeaders = ({
  status,
  body,
}: {
  status: number
  body: { code?: string; errors?: object } | undefined
}) =>
  [406, 412, 415].includes(status) ||
  String(body?.code).startsWith('idempotency_') ||
  Object.keys(body?.errors ?? {}).some((name) => name === 'Idempotency-Key' || name === 'If-Match')

const values: Record<string, string[]> = {
  'idempotency-key': ['k1', 'k2', 'k'.repeat(200), 'k'.repeat(201), '', 'two words', '\u00e9', '__proto__'],
  'if-match': ['"1"', '*', 'W/"1"', '"1", "2"', '"999999999999999999"', 'x', '', '"1-'.padEnd(2_000, 'a')],
  accept: ['text/html', '*/*;q=0', 'application/xml', 'x', '', 'text/csv', 'application/json;q=x', 'a/b,'.repeat(500)],
  'accept-language': ['zh-TW', 'fr', '*;q=0', 'en;q=x', '', 'x'.repeat(2_000), '-,-;=', '__proto__'],
  'sec-fetch-site': ['cross-site', 'x'],
  origin: ['null', 'https://evil.example', 'x'],
}
