import type { Answer } from './client.ts'

/** The outcome of a write as far as the drill knows it: done, certainly not done, or unknown. */
export type Verdict = 'acknowledged' | 'refused' | 'unknown'
export type Line<T> = { what: T; verdict: Verdict; answer: Answer | undefined }

/** The drill's own record of its writes, kept outside the service. */
export const openLedger = <T>() => {
  const lines: Line<T>[] = []
  return {
    lines,
    note: async (what: T, asking: Promise<Answer>): Promise<Line<T>> => {
      const answer = await asking.catch((error: Error & { code?: string }) => error)
      const line = answer instanceof Error ? silent(what, answer) : { what, verdict: verdictOf(answer), answer }
      lines.push(line)
      return line
    },
    of: (verdict: Verdict) => lines.filter((line) => line.verdict === verdict),
    count: () => ({
      acknowledged: lines.filter(({ verdict }) => verdict === 'acknowledged').length,
      refused: lines.filter(({ verdict }) => verdict === 'refused').length,
      unknown: lines.filter(({ verdict }) => verdict === 'unknown').length,
    }),
  }
}

// If the connection was refused, nothing was done.
const silent = <T>(what: T, { code }: { code?: string }): Line<T> => ({
  what,
  verdict: code === 'ECONNREFUSED' ? 'refused' : 'unknown',
  answer: undefined,
})

const verdictOf = (answer: Answer): Verdict => {
  if (answer.status >= 500) return 'unknown'
  return answer.status < 300 ? 'acknowledged' : 'refused'
}
