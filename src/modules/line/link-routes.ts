import { Type } from 'typebox'
import type { Tx } from '../../kit/db/tables.ts'
import { labelled, whole } from '../../kit/fields.ts'
import { routes } from '../../kit/http/routes/routes.ts'
import { throttle } from '../../kit/throttle.ts'
import { limits } from '../../limits.ts'
import { knownBooking } from '../bookings/visible.ts'
import { readerOf } from '../users/reader.ts'
import { refuseWithoutLine } from './channel.ts'
import { countHearers, unlinkPerson } from './friends.ts'
import { LinkCode, makeCode } from './link-codes.ts'

/** How many friends on LINE hear what this person is told. */
const LineLink = Type.Object({ friends: labelled(whole(), ['連結的 LINE', 'Linked on LINE']) })

const staff = ['sales', 'department', 'admin'] as const
/** Those who act on bookings: a link acts for the contact. */
export const linkers = ['sales', 'admin'] as const

type Of = { booking_id: number } | { user_id: number }
const show = async (tx: Tx, of: Of, shown_by: number) => {
  await throttle(tx, limits['LINE codes shown'], `${Object.keys(of)[0]} ${Object.values(of)[0]}`)
  return makeCode(tx, of, shown_by)
}

/** `/api/bookings/:id/line-link`: staff show the contact of a booking a code. */
export const lineLinkOfBooking = routes((on) => {
  on.get(
    '/:id/line-link',
    {
      access: staff,
      name: 'getLineLinkOfBooking',
      summary: 'How many friends on LINE hear what the contact of a booking is told',
      returns: LineLink,
      refuses: ['not_found'],
      etag: 'content',
    },
    async ({ db, actor, params }) => {
      await refuseWithoutLine(db)
      await knownBooking(db, { ...readerOf(actor), ...params })
      return { friends: await countHearers(db, { booking_id: params.id }) }
    },
  )
  on.post(
    '/:id/line-link',
    {
      access: linkers,
      name: 'createLineLinkOfBooking',
      summary: 'A code for the contact of a booking: who sends it to the LINE account is that contact',
      returns: LinkCode,
      etag: 'none',
      noReplay: true,
      refuses: ['not_found', 'too_many_requests'],
    },
    async ({ tx, actor, params }) => {
      await refuseWithoutLine(tx)
      await knownBooking(tx, { ...readerOf(actor), ...params })
      return show(tx, { booking_id: params.id }, actor.id)
    },
  )
  on.delete(
    '/:id/line-link',
    {
      access: linkers,
      name: 'deleteLineLinkOfBooking',
      summary: 'Unlink all friends on LINE of the contact of a booking',
      returns: Type.Null(),
      refuses: ['not_found'],
      etag: 'none',
    },
    async ({ tx, actor, params }) => {
      await refuseWithoutLine(tx)
      await knownBooking(tx, { ...readerOf(actor), ...params })
      await unlinkPerson(tx, { booking_id: params.id })
      return null
    },
  )
})

/** `/api/me/line-link`: customers, leaders and colleagues link themselves. */
export const lineLinkOfMe = routes((on) => {
  on.get(
    '/line-link',
    {
      access: 'signed-in',
      name: 'getMyLineLink',
      summary: 'How many friends on LINE hear what this account is told',
      returns: LineLink,
      refuses: ['not_found'],
      etag: 'content',
    },
    async ({ db, actor }) => {
      await refuseWithoutLine(db)
      return { friends: await countHearers(db, { user_id: actor.id }) }
    },
  )
  on.post(
    '/line-link',
    {
      access: 'signed-in',
      name: 'createMyLineLink',
      summary: 'A code for this account: who sends it to the LINE account hears its notices',
      returns: LinkCode,
      etag: 'none',
      noReplay: true,
      refuses: ['not_found', 'too_many_requests'],
    },
    async ({ tx, actor }) => {
      await refuseWithoutLine(tx)
      return show(tx, { user_id: actor.id }, actor.id)
    },
  )
  on.delete(
    '/line-link',
    {
      access: 'signed-in',
      name: 'deleteMyLineLink',
      summary: 'Unlink all friends on LINE of this account',
      returns: Type.Null(),
      refuses: ['not_found'],
      etag: 'none',
    },
    async ({ tx, actor }) => {
      await refuseWithoutLine(tx)
      await unlinkPerson(tx, { user_id: actor.id })
      return null
    },
  )
})
