import { Type } from 'typebox'
import { flag, oneOf, whole } from '../../../kit/fields.ts'
import { routes } from '../../../kit/http/routes/routes.ts'
import { staff } from '../../roles.ts'
import { grades } from '../../tour-leaders/schema.ts'
import { Clash, LeaderName } from '../schema.ts'
import { readFacts } from './queries.ts'
import { ShownReason, shownReason } from './reason.ts'
import { ranked } from './rules.ts'

const Candidate = Type.Object({
  tour_leader: LeaderName,
  grade: oneOf(grades),
  is_blocked: flag(),
  score: Type.Integer(),
  reasons: Type.Array(ShownReason),
  conflicts: Type.Array(Clash),
  days_led: whole(),
})

export default routes((on) => {
  on.get(
    '/:id/leader-candidates',
    {
      access: staff,
      summary: 'Candidates to lead a trip with reasons, best first; excluded ones last',
      slow: true,
      returns: Type.Array(Candidate),
      people: true,
      etag: 'content',
    },
    async ({ db, params }) => {
      const { trip, leaders } = await readFacts(db, params.id)
      return ranked(trip, leaders).map(({ tour_leader, grade, is_blocked, score, reasons, conflicts, days_led }) => ({
        tour_leader,
        grade,
        is_blocked,
        score,
        conflicts,
        days_led,
        reasons: reasons.map(shownReason),
      }))
    },
  )
})
