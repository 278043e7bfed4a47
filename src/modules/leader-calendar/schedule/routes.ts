import { Type } from 'typebox'
import { refuseField } from '../../../kit/errors.ts'
import { day, flag, labelled, oneOf, ref, shown, shownFields, whole } from '../../../kit/fields.ts'
import { routes } from '../../../kit/http/routes/routes.ts'
import { readers, refuseBackwards } from '../../tour-leaders/rules.ts'
import { grades, leaderStatuses } from '../../tour-leaders/schema.ts'
import { readerOf } from '../../users/reader.ts'
import { Block, LeaderName } from '../schema.ts'
import { readSchedule } from './queries.ts'

const asked = {
  from: Type.Optional(day()),
  to: Type.Optional(day()),
  area_id: Type.Optional(ref()),
  leader_id: Type.Optional(ref()),
  status: Type.Optional(oneOf(leaderStatuses)),
  brief: labelled(Type.Optional(flag()), ['精簡', 'Brief']),
}
/** A block with the days of rest on both of its sides, if it is firm. */
const ScheduledBlock = Type.Object({ ...Block.properties, ...shownFields({ rest_days: whole(0, 30) }) })
const Gap = shown(Type.Object({ starts_on: day(), ends_on: day(), days: whole(1) }))
const Conflict = Type.Object({
  clash: oneOf(['overlap', 'rest']),
  blocks: flag(),
  between: Type.Array(ScheduledBlock, { minItems: 2, maxItems: 2 }),
})
const Row = Type.Object({
  tour_leader: LeaderName,
  grade: oneOf(grades),
  status: oneOf(leaderStatuses),
  blocks: Type.Array(ScheduledBlock),
  conflicts: Type.Array(Conflict),
  free: Type.Array(Gap),
  days_led: whole(),
})
const { from, to } = shownFields({ from: day(), to: day() })

export default routes((on) => {
  on.get(
    '/schedule/list',
    {
      access: readers,
      summary:
        'The schedule of all leaders: trips, briefings, days off, rest, conflicts, free days, days led; if brief without the free days and the days of rest, which follow from the blocks',
      slow: true,
      query: Type.Object(asked, { additionalProperties: false }),
      returns: Type.Array(Row),
      people: true,
      meta: Type.Object({ from, to }),
      etag: 'none',
    },
    async ({ db, actor, query: { brief, ...query } }) => {
      refuseBackwards(query.from, query.to)
      if (query.from && query.to && daysBetween(query.from, query.to) > MOST) refuseField('to', tooLong)
      return readSchedule(db, { ...query, ...readerOf(actor), ...(brief && { brief }) })
    },
  )
})

const MOST = 400
const daysBetween = (first: string, last: string) => (Date.parse(last) - Date.parse(first)) / 86_400_000
const tooLong = [`一次最多 ${MOST} 天。`, `At most ${MOST} days at once.`] as const
