import type { Db } from '../../../kit/db/tables.ts'
import { found, refuseField } from '../../../kit/errors.ts'
import { possibleSteps } from '../../../kit/flow.ts'
import type { Actor } from '../../../kit/http/server/access.ts'
import type { Locale } from '../../../kit/words/words.ts'
import { plannedStatuses, type TripStatus } from '../../trip-statuses.ts'
import { type Breakage, breakages } from '../breakage.ts'
import { life } from '../flow.ts'
import { datesAfter } from '../moving.ts'
import { backwards } from '../rules.ts'

type Asked = { status?: TripStatus; departure_date?: string; return_date?: string }
type Preview = { is_possible: boolean; broke: Breakage[] }

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
  const entered = status ? await breakages(db, status, asked, locale) : []
  const moved = isMoved ? await breakages(db, 'moved', asked, locale) : []
  const mayEnter = !status || possibleSteps(life, trip, role).includes(status)
  const mayMove = !isMoved || plannedStatuses.includes(trip.status)
  return { is_possible: mayEnter && mayMove, broke: [...entered, ...moved] }
}
