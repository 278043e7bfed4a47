import { Type } from 'typebox'
import {
  currency,
  day,
  flag,
  line,
  money,
  nullable,
  oneOf,
  orNull,
  ref,
  shown,
  shownFields,
} from '../../../kit/fields.ts'
import { routes } from '../../../kit/http/routes/routes.ts'
import { Package } from '../../packages/schema.ts'
import { promised } from '../../planned-trips/shapes.ts'
import { openTrip, openTripList, openTripPage, seatStates } from './queries.ts'

const amount = () => nullable(money())

const OpenTrip = Type.Object({
  ...shownFields({
    id: ref(),
    serial: line(40, 'CNX270128A'),
    name: line(200, '清邁五日'),
    name_en: nullable(line(200, 'Chiang Mai, five days')),
  }),
  ...shownFields({ departure_date: day(), return_date: day(), area_id: nullable(ref()), category_id: nullable(ref()) }),
  ...shownFields({ season_id: nullable(ref()) }),
  days: Type.Integer({ examples: [5] }),
  ...shownFields({ is_guaranteed: flag() }),
  package: orNull(
    Type.Object(shownFields({ id: ref(), package_code: line(30), name: line(200), name_en: nullable(line(200)) })),
  ),
  country_ids: Type.Array(ref()),
  ...shownFields({ price_from: amount(), currency: nullable(currency()), seats_state: oneOf(seatStates) }),
})

const { payment_policy, cancellation_policy } = shown(Package).properties
const { inclusions, inclusions_en, exclusions, exclusions_en, important_notes, important_notes_en } =
  shownFields(promised)
const Segment = Type.Object(
  shownFields({
    starts_on: day(),
    ends_on: day(),
    title: line(200),
    title_en: nullable(line(200)),
    description: nullable(line(200)),
    description_en: nullable(line(200)),
  }),
)
const OneOpenTrip = Type.Object({
  ...OpenTrip.properties,
  prices: orNull(
    Type.Object(
      shownFields({
        adult: money(),
        child_with_bed: amount(),
        child_no_bed: amount(),
        infant: amount(),
        single_supplement: amount(),
        land_only: amount(),
      }),
    ),
  ),
  payment_policy: orNull(payment_policy),
  cancellation_policy: orNull(cancellation_policy),
  inclusions: orNull(inclusions),
  inclusions_en: orNull(inclusions_en),
  exclusions: orNull(exclusions),
  exclusions_en: orNull(exclusions_en),
  important_notes,
  important_notes_en,
  segments: Type.Array(Segment),
})

/** `/api/public/trips`: trips open for registration, without an account. */
export default routes((on) => {
  on.get(
    '',
    {
      access: 'public',
      summary: 'Trips open for public registration',
      ...openTripList.of(OpenTrip),
      etag: 'content',
    },
    ({ db, query }) => openTripPage(db, {}, query),
  )
  on.get(
    '/:id',
    { access: 'public', summary: 'One open trip', returns: OneOpenTrip, etag: 'content' },
    ({ db, params }) => openTrip(db, params),
  )
})
