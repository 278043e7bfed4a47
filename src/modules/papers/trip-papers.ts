import { statement, theRow } from '../../kit/db/statement.ts'
import { paper, papersInOne } from '../../kit/http/routes/paper.ts'
import { type On, routes } from '../../kit/http/routes/routes.ts'
import { factsOf } from '../../kit/http/routes/sheet-formats.ts'
import { say } from '../../kit/words/words.ts'
import { moneyOfTrip } from '../money/trip-queries.ts'
import { accountsOfTrip } from '../on-the-road/account.ts'
import { supplierName } from '../planned-trips/costs.ts'
import { dietarySheet } from '../planned-trips/dietary-list.ts'
import { handovers } from '../planned-trips/handovers/flow.ts'
import { manifestSheet, nameListSheet } from '../planned-trips/manifest.ts'
import { roomSheet, staysOnPaper } from '../planned-trips/rooms.ts'
import { isTripSeen } from '../planned-trips/visible.ts'
import { moneyReaders, staff } from '../roles.ts'
import { isOutside, type Reader, readerOf, seesAll } from '../users/reader.ts'
import { landOrder } from './land-order.ts'
import { peopleOf } from './people.ts'
import { packageOf, withPhotographs } from './photographs.ts'
import { type PromisedOnPaper, promisedOnPaper, promiseOf, type TripOnPaper, tripOnPaper } from './trip.ts'

const readers = [...staff, 'leader'] as const

/** `/api/planned-trips/{id}`: papers of a trip that are not tables. */
export default routes((on) => {
  leaderPack(on)
  orderForLand(on)
  departureNotice(on)
  handover(on)
  settlement(on)
  signedCosts(on)
  everything(on)
})

const leaderPack = (on: On) => {
  const summary = 'The leader pack as a PDF, without passport and identity numbers; allergies are only marked'
  const spec = { name: 'printLeaderPack', access: readers, summary, template: 'leader-pack', sizes: true } as const
  paper(on, '/:id/leader-pack', spec, async ({ db, actor, params: { id = 0 } }) => {
    const given = { ...readerOf(actor), id }
    const [trip, people] = await Promise.all([tripOnPaper(db, given), peopleOf(db, given)])
    return { file: `${trip.serial}-leader-pack`, facts: { trip, people } }
  })
}

const orderForLand = (on: On) => {
  const summary = 'The order for the land operator as a PDF: how many come, flights, program, hotels and meals'
  const spec = { name: 'printLandOrder', access: staff, summary, template: 'land-order' } as const
  paper(on, '/:id/land-order', spec, async ({ db, actor, params: { id = 0 } }) =>
    landOrder(db, { ...readerOf(actor), id }),
  )
}

const departureNotice = (on: On) => {
  const summary = 'The departure notice of a trip as a PDF: flights, meeting point, hotels, leader, notes'
  const spec = {
    name: 'printDepartureNotice',
    access: readers,
    summary,
    template: 'departure-notice',
    sizes: true,
  } as const
  paper(on, '/:id/departure-notice', spec, async ({ db, actor, params: { id = 0 }, locale, request }) => {
    const given = { ...readerOf(actor), id }
    const [trip, { promised }] = await Promise.all([tripOnPaper(db, given), promisedOnPaper(db, given)])
    const notice = noticeOf(trip, promised)
    const kept = { db, files: request.server.files }
    return {
      file: `${trip.serial}-departure-notice`,
      ...(await withPhotographs(notice, packageOf.trip(id), kept, locale)),
    }
  })
}

const noticeOf = (trip: TripOnPaper, promised: PromisedOnPaper) => ({
  template: 'departure-notice',
  facts: { trip, booking: null, promise: promiseOf({ ...trip, promised }) },
})

/** One handover of a trip. A leader does not see those from sales to operations. */
const handoverOnPaper = theRow((db, { id, handover, ...reader }: Reader & { id: number; handover: number }) =>
  db
    .selectFrom('trip_handovers as h')
    .innerJoin('planned_trips', 'planned_trips.id', 'h.planned_trip_id')
    .innerJoin('users as giver', 'giver.id', 'h.from_user_id')
    .innerJoin('users as taker', 'taker.id', 'h.to_user_id')
    .select(['h.id', 'h.kind', 'h.items', 'h.note', 'h.status', 'giver.name as from_user', 'taker.name as to_user'])
    .select(['giver.name_en as from_user_en', 'taker.name_en as to_user_en'])
    .where('h.id', '=', handover)
    .where('planned_trips.id', '=', id)
    .where(isTripSeen(reader))
    .$if(isOutside(reader), (rows) => rows.where('h.kind', '<>', 'sales_to_op')),
)

const handover = (on: On) => {
  const summary = 'A handover as a PDF, to be signed'
  const spec = { name: 'printHandover', access: readers, summary, template: 'handover' } as const
  paper(on, '/:id/handovers/:handover/paper', spec, async ({ db, actor, params, locale }) => {
    const { id = 0, handover = 0 } = params
    const given = { ...readerOf(actor), id }
    const [trip, row] = await Promise.all([tripOnPaper(db, given), handoverOnPaper(db, { ...given, handover })])
    const facts = { trip, handover: { ...row, title: say(handovers[row.kind].title, locale) } }
    return { file: `${trip.serial}-handover-${row.id}`, facts }
  })
}

/** The costs of a trip, for its settlement report. */
const costsOnPaper = statement((db, { id }: { id: number }) =>
  db
    .selectFrom('trip_costs as c')
    .leftJoin('suppliers as s', 's.id', 'c.supplier_id')
    .select(['c.kind', 'c.description', 'c.invoice_number', 'c.estimated', 'c.actual', 'c.currency', 'c.rate'])
    .select([supplierName('c').as('supplier'), 's.name_en as supplier_en'])
    .where('planned_trip_id', '=', id)
    .orderBy('kind')
    .orderBy('c.id'),
)

const settlement = (on: On) => {
  const summary = 'The settlement of a trip as a PDF: sold, paid, costs by kind, margin, costs without an invoice'
  const spec = { name: 'printSettlement', access: moneyReaders, summary, template: 'settlement' } as const
  paper(on, '/:id/settlement', spec, async ({ db, actor, params: { id = 0 } }) => {
    const trip = await tripOnPaper(db, { ...readerOf(actor), id })
    const [money, costs, road] = await Promise.all([
      moneyOfTrip(db, { id }),
      costsOnPaper(db, { id }),
      accountsOfTrip(db, { ...seesAll, id }),
    ])
    const facts = { trip, money: JSON.parse(money.json), costs, accounts: JSON.parse(road.json) }
    return { file: `${trip.serial}-settlement`, facts }
  })
}

/** The costs that were spent and have no voucher. */
const unvouchered = statement((db, { id }: { id: number }) =>
  db
    .selectFrom('trip_costs as c')
    .leftJoin('suppliers as s', 's.id', 'c.supplier_id')
    .select(['c.kind', 'c.description', 'c.voucher_reason', 'c.actual', 'c.currency'])
    .select([supplierName('c').as('supplier'), 's.name_en as supplier_en'])
    .where('planned_trip_id', '=', id)
    .where('c.voucher', '<>', 'voucher')
    .where('c.actual', 'is not', null)
    .orderBy('kind')
    .orderBy('c.id'),
)

const signedCosts = (on: On) => {
  const summary =
    'The costs of a trip for which no voucher can be had, as a PDF to be signed by handler and group members'
  const spec = { name: 'printSignedCosts', access: moneyReaders, summary, template: 'signed-costs' } as const
  paper(on, '/:id/signed-costs', spec, async ({ db, actor, params: { id = 0 } }) => {
    const trip = await tripOnPaper(db, { ...readerOf(actor), id })
    return { file: `${trip.serial}-signed-costs`, facts: { trip, costs: await unvouchered(db, { id }) } }
  })
}

// Without the lists that show personal data in clear, because they need a reason, and without handovers and the settlement report,
// which are for other recipients.
const everything = (on: On) => {
  const summary = 'All papers that a trip takes along as one PDF, without personal data in clear'
  const spec = { name: 'printAllPapersOfTrip', access: staff, summary }
  papersInOne(on, '/:id/all-papers', spec, async ({ db, actor, params: { id = 0 }, locale, request }) => {
    const given = { ...readerOf(actor), id }
    const trip = await tripOnPaper(db, given)
    const [{ promised }, order, names, manifest, meals, people, { trip: heading, stays }] = await Promise.all([
      promisedOnPaper(db, given),
      landOrder(db, given),
      nameListSheet(db, given, locale),
      manifestSheet(db, given, locale),
      dietarySheet(db, given, locale),
      peopleOf(db, given),
      staysOnPaper(db, given),
    ])
    const list = (template: string, sheet: Parameters<typeof factsOf>[0]) => ({
      template,
      facts: factsOf(sheet, locale),
    })
    const papers = [
      { template: 'leader-pack', facts: { trip, people } },
      await withPhotographs(noticeOf(trip, promised), packageOf.trip(id), { db, files: request.server.files }, locale),
      { template: order.template, facts: order.facts },
      list('name-list', names),
      list('manifest', manifest),
      list('rooming-list', roomSheet(heading, stays, locale)),
      list('dietary-list', meals),
    ]
    return { file: `${trip.serial}-papers`, papers }
  })
}
