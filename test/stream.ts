import { until } from './until.ts'

export type Told = { id: number; event: string; title: string; body: string; subject: { type: string; id: number } }

/** Reads a person's notification stream over real HTTP, as a browser does. */
export const listen = async (address: string, token: string, headers: Record<string, string> = {}, query = '') => {
  const hanging = new AbortController()
  const answer = await fetch(`${address}/api/notifications/stream${query}`, {
    headers: { authorization: `Bearer ${token}`, ...headers },
    signal: hanging.signal,
  })
  const told: Told[] = []
  let text = ''
  let isOver = false
  const reading = (async () => {
    for await (const bytes of answer.body ?? []) {
      text += Buffer.from(bytes).toString()
      told.splice(
        0,
        told.length,
        ...[...text.matchAll(/^data: (.*)$/gm)].map(([, data = '']): Told => JSON.parse(data)),
      )
    }
  })()
  reading
    .catch(() => {})
    .finally(() => {
      isOver = true
    })
  return {
    status: answer.status,
    headers: answer.headers,
    told,
    /** All text that was received. */
    text: () => text,
    isOver: () => isOver,
    until: (holds: () => boolean, what: string) => until(holds, () => `${what}; heard ${JSON.stringify(told)}`),
    hangUp: () => hanging.abort(),
  }
}
