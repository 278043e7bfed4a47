import { drill } from './kit/drill.ts'
import { countIs, race, unexpectedRefusals, winnersOf } from './kit/race.ts'

export default drill({
  id: 'C5',
  title: 'the same idempotency key from 64 clients',
  target: 'done once in each of ≥ 100 rounds, one answer for all, 0 × 5xx',
  run: (context) =>
    race(context, {
      round: async (n) => {
        const code = `K${context.random.text(9).toUpperCase()}`
        const body = { code, name: `季節 ${n}`, starts_on: '2027-01-01', ends_on: '2027-02-01', level: 'high' }
        return {
          send: (_, { as }) => as('op')('POST', '/api/seasons', body, { 'idempotency-key': code }),
          judge: async (answers) => {
            const [row] = await context.query<{ n: number }>(
              'select count(*)::integer as n from seasons where code = $1',
              [code],
            )
            const first = winnersOf(answers).filter(({ headers }) => headers['idempotency-replayed'] === undefined)
            return [
              ...countIs('rows', row?.n ?? 0, 1),
              ...countIs('first answers', first.length, 1),
              ...countIs('different answers', new Set(winnersOf(answers).map(({ text }) => text)).size, 1),
              ...unexpectedRefusals(answers, 'idempotency_in_progress'),
            ]
          },
        }
      },
    }),
})
