import { sql } from 'kysely'
import { Type } from 'typebox'
import { statement } from '../../../kit/db/statement.ts'
import type { Tx } from '../../../kit/db/tables.ts'
import { refuseField } from '../../../kit/errors.ts'
import { flag, orNull, ref } from '../../../kit/fields.ts'
import { BulkChanges, bulkLine, changeMany, MOST_CHANGED } from '../../../kit/http/routes/bulk.ts'
import { routes } from '../../../kit/http/routes/routes.ts'
import { conditionsOf, fieldsOfFilters, parametersOf } from '../../../kit/list/filters.ts'
import { askFor, DocumentRequest } from '../../traveler-documents/hand-in.ts'
import { byIn, staffEditors } from '../rules.ts'
import { Traveler } from '../schema.ts'
import { nextTravelers, readinessFilters } from './queries.ts'

/** Which of those who travel next: by their ids, or by the filters of the list; and which papers they are asked for. */
const ManyWanted = Type.Object({
  ids: Type.Optional(Type.Array(ref(), { minItems: 1, maxItems: MOST_CHANGED, uniqueItems: true })),
  filter: Type.Optional(Type.Object(fieldsOfFilters(readinessFilters), { minProperties: 1 })),
  kinds: DocumentRequest.properties.kinds,
  dry_run: Type.Optional(flag()),
})

const Asked = Type.Object({
  traveler_id: ref(),
  name: orNull(Traveler.properties.name),
  ...bulkLine,
  requested: Type.Integer({ minimum: 0 }),
})

type AskedTraveler = { id: number; name: string | null }

const travelersAsked = async (
  tx: Tx,
  { ids, filter }: { ids?: number[]; filter?: object },
): Promise<AskedTraveler[]> => {
  if (!ids === !filter) refuseField('ids', ['請填寫 ids 或 filter 其中一項。', 'Give either ids or a filter.'])
  const travelers = await readTravelers(tx, filter ? parametersOf(readinessFilters, { ...filter }) : { ids })
  if (travelers.length > MOST_CHANGED)
    refuseField('filter', [
      `一次最多 ${MOST_CHANGED} 位；請縮小篩選範圍。`,
      `At most ${MOST_CHANGED} travelers at once: narrow the filter.`,
    ])
  const missing = (ids ?? []).filter((id) => travelers.every((traveler) => traveler.id !== id))
  return [...travelers, ...missing.map((id) => ({ id, name: null }))]
}

const readTravelers = statement((db, { ids, ...given }: { ids?: number[] | undefined }) =>
  conditionsOf(readinessFilters, given)
    .reduce((rows, condition) => rows.where(condition), nextTravelers(db))
    .$if(ids !== undefined, (rows) => rows.where('travelers.id', '=', sql<number>`any(${ids})`))
    .select(['travelers.id', 'travelers.name'])
    .orderBy('planned_trips.departure_date')
    .orderBy('travelers.id')
    .limit(MOST_CHANGED + 1),
)

export const wantedOfMany = routes((on, app) => {
  const by = byIn(app)
  on.post(
    '/bulk/want',
    {
      name: 'requestDocumentsOfTravelers',
      access: staffEditors,
      summary: 'Request papers of many travelers at once; what is there or requested already is left out',
      body: ManyWanted,
      returns: Type.Array(Asked),
      meta: BulkChanges,
      etag: 'none',
    },
    async ({ tx, actor, body: { kinds, dry_run, ...asked }, locale }) => {
      const travelers = await travelersAsked(tx, asked)
      const named = ({ id, name }: AskedTraveler) => ({ traveler_id: id, name })
      return changeMany(tx, travelers, { dry_run, locale, named, nothing: { requested: 0 } }, async ({ id, name }) => {
        if (name === null) refuseField('ids', notNext)
        const { length: requested } = await askFor(tx, by(actor), { traveler_id: id, kinds })
        return { isChanged: requested > 0, requested }
      })
    },
  )
})

const notNext = [
  '這位旅客不在未出發的團上，或沒有這位旅客。',
  'This traveler has no seat on a trip that is still to depart.',
] as const
