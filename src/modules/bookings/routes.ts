import type { FastifyInstance } from 'fastify'
import type { Json } from '../../kit/db/json.ts'
import { type On, routes } from '../../kit/http/routes/routes.ts'
import { Entered } from '../travelers/shapes.ts'
import { actingOf } from '../users/reader.ts'
import { account } from './account/routes.ts'
import { changeByStaff, createBooking } from './actions.ts'
import { editors, steps } from './flow.ts'
import { bookingsOf, oneBooking, readBookings } from './queries.ts'
import { BookingChange, NewBooking } from './schema.ts'
import { ListedBooking, ShownBooking } from './shapes.ts'
import { stepRoutes } from './steps/routes.ts'
import { readers } from './visible.ts'

export default routes((on, app) => {
  reads(on)
  creation(on, app)
  change(on, app)
  stepRoutes(on, app)
  account(on)
})

const creation = (on: On, { keys }: FastifyInstance) => {
  on.create(
    '',
    {
      access: steps.register.by,
      summary:
        'Book a party: held if there are seats for all of it, else waitlisted; a contact without a mail address gets no mail',
      body: NewBooking,
      returns: ShownBooking,
      meta: Entered,
      etag: 'content',
    },
    async ({ tx, actor, body }) => {
      const { booking_id: id, warnings } = await createBooking(tx, keys, actor, body)
      return { id, ...withMeta(await oneBooking(tx, { ...actingOf(actor), id }), { warnings }) }
    },
  )
}

const change = (on: On, { keys }: FastifyInstance) => {
  on.put(
    '/:id',
    {
      access: editors,
      summary: 'Change the contact, the person in charge, the payment dates, and how and when consent was given',
      body: BookingChange,
      returns: ShownBooking,
      etag: 'content',
      refuses: ['stale'],
    },
    async ({ tx, actor, params, body, expected }) => {
      await changeByStaff(tx, keys, params.id, body, expected)
      return oneBooking(tx, { ...actingOf(actor), ...params })
    },
  )
}

/** An answer with `meta`. */
const withMeta = (booking: Json, meta: object): Json => ({ ...booking, meta })

const reads = (on: On) => {
  on.get(
    '',
    {
      access: readers,
      summary: 'Bookings the caller may see; a customer its own',
      ...bookingsOf(ListedBooking),
      etag: 'none',
    },
    ({ db, actor, query }) => readBookings(db, actor, query),
  )
  on.get(
    '/:id',
    {
      access: readers,
      summary: 'One booking with its lines, payments and travelers',
      returns: ShownBooking,
      etag: 'content',
    },
    ({ db, actor, params }) => oneBooking(db, { ...actingOf(actor), ...params }),
  )
}
