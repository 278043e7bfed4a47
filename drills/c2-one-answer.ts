import { drill } from './kit/drill.ts'
import { countIs, race, unexpectedRefusals, winnersOf } from './kit/race.ts'

const responses = ['accepted', 'rejected', 'negotiating'] as const

export default drill({
  id: 'C2',
  title: 'accept, reject and negotiate one offer at once',
  target: 'exactly one winner in each of ≥ 100 rounds, 0 × 5xx',
  run: (context) =>
    race(context, {
      round: async (_, first) => {
        const { id, offer } = await first.offer()
        const responseOf = (client: number) => responses[(client >> 1) % 3]
        return {
          send: (client, { as }) =>
            as(client % 5 ? 'customer' : 'sales')(
              'PATCH',
              `/api/addon-requests/communications/${offer}/customer-response`,
              {
                customer_response: responseOf(client),
              },
            ),
          judge: async (answers) => {
            const granted = new Set(answers.flatMap(({ status }, client) => (status < 300 ? [responseOf(client)] : [])))
            granted.delete('negotiating')
            const [row] = await context.query<{ status: string; said: number }>(
              `select status, (select count(*)::integer from addon_communications c where c.addon_request_id = r.id and c.sender_type = 'customer'
                                  and c.message_type in ('confirmation', 'rejection')) as said from addon_requests r where id = $1`,
              [id],
            )
            return [
              ...countIs('winning answers', granted.size, 1),
              ...countIs('entries of an answer', row?.said ?? 0, 1),
              ...(granted.has(responses.find((response) => response === row?.status))
                ? []
                : [`the request is ${row?.status}`]),
              ...unexpectedRefusals(answers, 'already_answered', 'step_not_possible'),
              ...(winnersOf(answers).length ? [] : ['nobody winnersOf']),
            ]
          },
        }
      },
    }),
})
