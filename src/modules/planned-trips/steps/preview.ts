import type { Db } from '../../../kit/db/tables.ts'
import { found, refuseField } from '../../../kit/errors.ts'
import { possibleSteps } from '../../../kit/flow.ts'
import type { Actor } from '../../../kit/http/server/access.ts'
import type { Locale } from '../../../kit/words/words.ts'
import { plannedStatuses, type TripStatus } from '../../trip-statuses.ts'
import { isBack, life, steps, type TripStep } from '../flow.ts'
import { datesAfter } from '../moving.ts'
import { backwards } from '../rules.ts'
import { type Breakage, breakages, shownBreakages } from './breakage.ts'
import { stoppedBy } from './stopping.ts'

type Asked = { status?: TripStatus; departure_date?: string; return_date?: string }
type Preview = { is_possible: boolean; needs_reason: boolean; broke: Breakage[] }

/** Previews other dates or another status; nothing is changed. */
export const previewOf = async (
  db: Db,
  { role }: Actor,
  id: number,
  { status, ...dates }: Asked,
  locale: Locale,
): Promise<Preview> => {
  const trip = found(await db.selectFrom('planned_trips').selectAll().where('id', '=', id).executeTakeFirst())
  const { departure_date: from, return_date: to, shift, isMoved } = datesAfter(trip, dates)
  if (from > to) refuseField('return_date', backwards)
  const asked = { id, from, to, shift }
  const goesBack = status !== undefined && isBack(trip.status, status)
  const entered = status ? await breakages(db, goesBack ? `back-to-${status}` : status, asked) : []
  const moved = isMoved ? await breakages(db, 'moved', asked) : []
  const { stops, isBarred } = stoppedBy([...entered, ...moved], role)
  const step: TripStep | undefined = status && steps[status]
  const mayEnter = !status || possibleSteps(life, trip, role).includes(status)
  const mayMove = !isMoved || plannedStatuses.includes(trip.status)
  return {
    is_possible: mayEnter && mayMove && !isBarred,
    needs_reason: goesBack || step?.needsReason === true || stops.length > 0,
    broke: shownBreakages([...entered, ...moved], locale),
  }
}
