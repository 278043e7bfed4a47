import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { day, ref } from '../../../kit/fields.ts'
import { type On, routes } from '../../../kit/http/routes/routes.ts'
import { say, type Words } from '../../../kit/words/words.ts'
import { staff } from '../../roles.ts'
import { nextSerial } from '../actions.ts'
import { editors } from '../flow.ts'
import { ManyTrips, NewHotels } from '../schema.ts'
import { NextSerial, OtherHotels, Report } from '../shapes.ts'
import { planMany } from './bulk.ts'
import { takeHotels } from './hotel-actions.ts'

const strict = { additionalProperties: false }

/** Planning many trips. */
export default routes((on, app) => {
  many(on, app)
  serials(on, app)
})

const many = (on: On, { serialPattern, zone }: FastifyInstance) => {
  on.post(
    '/bulk/create',
    {
      name: 'createPlannedTrips',
      access: editors,
      summary: 'Plan many trips of a package, all or none',
      body: ManyTrips,
      returns: Report,
    },
    ({ tx, body, locale }) => planMany(tx, body, { serials: serialPattern, zone, locale }),
  )

  on.post(
    '/bulk/hotels',
    {
      name: 'takeHotelsOfPackage',
      access: editors,
      summary: 'Take the hotels of a package over into its trips that have not departed, or show what differs',
      body: NewHotels,
      returns: OtherHotels,
    },
    ({ tx, body }) => takeHotels(tx, body),
  )
}

const serials = (on: On, { serialPattern }: FastifyInstance) => {
  on.get(
    '/check/next-serial',
    {
      name: 'getNextSerial',
      access: staff,
      summary: 'The serial the next trip would get; it is not reserved',
      query: Type.Object({ package_id: ref(), departure_date: day() }, strict),
      returns: NextSerial,
      etag: 'none',
    },
    async ({ db, query, locale }) => {
      const serial = await nextSerial(db, query.package_id, query.departure_date, serialPattern)
      return { serial, is_reserved: false, note: say(notReserved, locale) }
    },
  )
}

const notReserved: Words = [
  '僅供參考，不是保留；建立時才會取號。',
  'Not a reservation: the number is given when the trip is planned.',
]
