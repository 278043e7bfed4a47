import { Type } from 'typebox'
import { type On, routes } from '../../../kit/http/routes/routes.ts'
import { staff } from '../../roles.ts'
import { readerOf } from '../../users/reader.ts'
import { life } from '../flow.ts'
import { assignLeader } from './actions.ts'
import { leaderHistory, tripLeaders } from './queries.ts'
import { Assignment, duties, LeaderChange, TripLeaders } from './schema.ts'

/** The leader and the briefing leader of a trip. */
export default routes((on, { zone }) => {
  for (const duty of duties)
    on.put(
      `/:id/${duty}-leader`,
      {
        access: life.acts[`${duty}-leader`].by,
        summary: `Assign or remove the ${duty} leader of a trip`,
        body: Assignment,
        returns: TripLeaders,
        etag: 'content',
        refuses: ['leader_conflict', 'stale', 'step_not_possible'],
      },
      async ({ tx, actor, params, body, expected }) => {
        await assignLeader(tx, actor, duty, params.id, body, { expected, zone })
        return tripLeaders(tx, params)
      },
    )

  reads(on)
})

const reads = (on: On) => {
  on.get(
    '/:id/leaders',
    {
      access: staff,
      summary: 'The leader and the briefing leader of a trip, with all conflicts in their calendars',
      returns: TripLeaders,
      etag: 'content',
    },
    ({ db, params }) => tripLeaders(db, params),
  )
  on.get(
    '/:id/leader-history',
    {
      access: staff,
      summary: "The history of a trip's leaders, latest first",
      returns: Type.Array(LeaderChange),
      etag: 'content',
    },
    ({ db, actor, params }) => leaderHistory(db, { ...readerOf(actor), ...params }),
  )
}
