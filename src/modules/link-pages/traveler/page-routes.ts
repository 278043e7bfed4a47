import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Db, Tx } from '../../../kit/db/tables.ts'
import { form, tidied, uploadForm } from '../../../kit/http/pages/sent.ts'
import type { PageRoute, Visit } from '../../../kit/http/pages/taking.ts'
import type { Keys } from '../../../kit/secrets/keys.ts'
import { throttle } from '../../../kit/throttle.ts'
import { limits } from '../../../limits.ts'
import { bookedTrip } from '../../booked-trips/queries.ts'
import { changeOrAsk } from '../../bookings/change-requests/ask.ts'
import { TravelerCompletion } from '../../bookings/manage.ts'
import { briefingsOnPage } from '../../seminars/invitations/queries.ts'
import { handIn, keepDocument } from '../../traveler-documents/actions.ts'
import { HandedIn, NewDocument } from '../../traveler-documents/schema.ts'
import type { By } from '../../travelers/actions.ts'
import { confirmAddress } from '../../travelers/address/actions.ts'
import { openProvedLink, openTravelerLink } from '../../travelers/address/queries.ts'
import { seesAll } from '../../users/reader.ts'
import { attending } from '../booking/attending.ts'
import { guestsOnPage } from '../booking/queries.ts'
import { inCapitals } from '../booking/tidying.ts'
import { askingPage, travelerPage as pageOf } from './page.ts'

/** The page of one traveler, for the owner of its mail address: the trip, its own data and papers, and nothing of the others. */
export const travelerPage = (app: FastifyInstance): PageRoute => ({
  show: (db, visit) => show(db, visit, app.zone),
  beforeUpload: (db, { token }) => openProvedLink(db, token),
  forms: ({ token }) => ({
    confirm: form(Type.Object({}), async (tx) => {
      await confirmAddress(tx, (await openTravelerLink(tx, token)).traveler)
      return undefined
    }),
    ...attending(async (tx) => (await openProvedLink(tx, token)).reader),
    traveler: completion(app, token),
    ...papers(app, token),
  }),
})

const show = async (db: Db, visit: Visit, zone: string) => {
  const { traveler, booking, is_proved, isTraveling } = await openTravelerLink(db, visit.token)
  const trip = await bookedTrip(db, { id: booking, ...seesAll })
  if (!is_proved) return askingPage(trip, visit)
  const [guests, briefings] = await Promise.all([
    guestsOnPage(db, { booking, only: traveler }),
    briefingsOnPage(db, { booking, only: traveler }),
  ])
  return pageOf({ trip, guests, briefings, zone, isTraveling }, visit)
}

// Another address would be asked anew, so the contact or the office enters it.
const OwnCompletion = Type.Omit(TravelerCompletion, ['email'])

const completion = ({ keys }: FastifyInstance, token: string) =>
  tidied(
    form(OwnCompletion, async (tx, body) => {
      const by = await giverOf(tx, keys, token)
      await changeOrAsk(tx, by, by.reader.traveler, body, undefined)
      return undefined
    }),
    inCapitals,
  )

const papers = ({ keys }: FastifyInstance, token: string) => ({
  paper: uploadForm(NewDocument, async (tx, body) => {
    await keepDocument(tx, await giverOf(tx, keys, token), body)
    return undefined
  }),
  wanted: uploadForm(HandedIn, async (tx, body, id) => {
    await handIn(tx, await giverOf(tx, keys, token), id, body)
    return undefined
  }),
})

const giverOf = async (tx: Tx, keys: Keys, token: string) => {
  const { reader } = await openProvedLink(tx, token)
  await throttle(tx, limits['changes of traveler by link'], reader.traveler)
  return { reader, actor_id: undefined, role: 'customer', keys } as const satisfies By
}
