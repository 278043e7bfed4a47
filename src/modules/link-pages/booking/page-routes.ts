import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Db } from '../../../kit/db/tables.ts'
import { html } from '../../../kit/http/pages/html.ts'
import { form, tidied, uploadForm } from '../../../kit/http/pages/sent.ts'
import type { PageRoute, Visit } from '../../../kit/http/pages/taking.ts'
import { throttle } from '../../../kit/throttle.ts'
import { limits } from '../../../limits.ts'
import { turns } from '../../addon-requests/flow.ts'
import { answerOfBooking } from '../../addon-requests/offers.ts'
import { NewRequest, openRequestByLink } from '../../addon-requests/open.ts'
import { bookedTrip } from '../../booked-trips/queries.ts'
import { aliveStatuses } from '../../booking-statuses.ts'
import { Contact } from '../../bookings/booking.ts'
import { declineOffer } from '../../bookings/cancel.ts'
import { changeOrAsk, previewChange } from '../../bookings/change-requests/ask.ts'
import { confirmContact } from '../../bookings/confirm-contact.ts'
import { inviteCustomer } from '../../bookings/customer.ts'
import { openLink, openMailedLink } from '../../bookings/links.ts'
import { Completion, completeBooking, receiptOf } from '../../bookings/manage.ts'
import { acceptOffer } from '../../bookings/steps.ts'
import { briefingsOnPage } from '../../seminars/invitations/queries.ts'
import { handIn, keepDocument } from '../../traveler-documents/actions.ts'
import { giverBehind } from '../../traveler-documents/link-actions.ts'
import { HandedIn, NewDocument } from '../../traveler-documents/schema.ts'
import { EnteredTraveler } from '../../travelers/schema.ts'
import { askingCard } from './asking.ts'
import { attending } from './attending.ts'
import { briefingsCard } from './briefings.ts'
import { extrasCard } from './extras.ts'
import { extrasOnPage, typesOnPage } from './extras-queries.ts'
import { guestCard } from './guests.ts'
import { loginCard } from './login.ts'
import { moneyCard } from './money.ts'
import { bookingPage as pageOf } from './page.ts'
import { papersCard } from './papers.ts'
import { pricePage } from './price-page.ts'
import { printedByLink } from './printing.ts'
import { accountOnPage, guestsOnPage } from './queries.ts'
import { inCapitals } from './tidying.ts'
import { tripCard } from './trip.ts'

/** The page of a booking, for the holder of its link. */
export const bookingPage = (app: FastifyInstance): PageRoute => ({
  show: (db, visit) => show(db, visit, app.zone),
  beforeUpload: (db, { token }) => openMailedLink(db, token),
  file: printedByLink,
  forms: (visit) => forms(app, visit),
})

const forms = (app: FastifyInstance, visit: Visit) => {
  const { token } = visit
  return {
    ...steps(token),
    ...papers(app, token),
    contact: contact(app, token),
    ...attending(async (tx) => (await openMailedLink(tx, token)).reader),
    extra: extra(token),
    offer: offer(token),
    account: form(Type.Object({}), async (tx) => {
      await inviteCustomer(tx, (await openMailedLink(tx, token)).booking)
      return undefined
    }),
    traveler: traveler(app, visit),
  }
}

const show = async (db: Db, visit: Visit, zone: string) => {
  const opened = await openLink(db, visit.token)
  const of = { booking: opened.booking }
  const [booking, trip, guests, account, extras, briefings, types] = await Promise.all([
    receiptOf(db, opened.booking, opened),
    bookedTrip(db, { id: opened.booking, ...opened.reader }),
    guestsOnPage(db, of),
    accountOnPage(db, of),
    opened.is_mailed ? extrasOnPage(db, { ...of, locale: visit.locale }) : [],
    opened.is_mailed ? briefingsOnPage(db, of) : [],
    opened.is_mailed ? typesOnPage(db, {}) : [],
  ])
  const canChange = aliveStatuses.includes(booking.status)
  const may = { change: canChange, upload: canChange && opened.is_mailed, changeEmail: true }
  const cards = html`${guests.map((guest) => guestCard(guest, visit, may))}
${briefingsCard(briefings, visit)}${extrasCard(extras, visit, zone)}${may.upload && askingCard(types, guests, visit)}${moneyCard(booking, account, visit.locale)}${opened.is_mailed && papersCard(booking, account, visit)}${tripCard(trip, zone, visit.locale)}${may.upload && loginCard(account, visit)}`
  return pageOf({ booking, cards, zone, canChange }, visit)
}

const answers = {
  'confirm-contact': [confirmContact, openMailedLink],
  accept: [acceptOffer, openMailedLink],
  decline: [declineOffer, openLink],
} as const

const steps = (token: string) =>
  Object.fromEntries(
    Object.entries(answers).map(([name, [act, open]]) => [
      name,
      form(Type.Object({}), async (tx) => {
        const { booking, reader } = await open(tx, token)
        await act(tx, booking, { reader, actor_id: undefined, role: 'customer' })
        return undefined
      }),
    ]),
  )

const { customer_note } = Completion.properties
const Reachable = Type.Object({
  phone: Contact.properties.phone,
  email: Contact.properties.email,
  customer_note,
})

const contact = ({ keys }: FastifyInstance, token: string) =>
  form(Type.Partial(Reachable, { minProperties: 1 }), async (tx, { customer_note, ...contact }) => {
    const { booking } = await openLink(tx, token)
    await completeBooking(tx, keys, booking, { contact, ...(customer_note && { customer_note }) })
    return undefined
  })

/** The fields of the form, and the total that was shown and agreed to. */
const AgreedCompletion = Type.Partial(Type.Object({ ...EnteredTraveler.properties, agreed_price: Type.Number() }))

// A change of the price is saved only after the new total was shown.
const traveler = ({ keys }: FastifyInstance, { token, locale }: Visit) =>
  tidied(
    form(AgreedCompletion, async (tx, { agreed_price, ...body }, id) => {
      const { reader } = await openLink(tx, token)
      const by = { reader, actor_id: undefined, role: 'customer', keys } as const
      const priced = await previewChange(tx, by, id, body)
      if (priced.price_after !== priced.price_before && priced.price_after !== agreed_price)
        return pricePage({ id, body, priced }, locale)
      await changeOrAsk(tx, by, id, body, undefined)
      return undefined
    }),
    inCapitals,
  )

const offer = (token: string) =>
  form(turns['customer-response'].body, async (tx, given, id) => {
    const { booking } = await openMailedLink(tx, token)
    await answerOfBooking(tx, booking, id, given)
    return undefined
  })

const { type_id, traveler_id, quantity, message } = NewRequest.properties
const extra = (token: string) =>
  form(Type.Object({ type_id, traveler_id, quantity, message }), async (tx, asked) => {
    const { booking, reader } = await openMailedLink(tx, token)
    await throttle(tx, limits['extras of booking'], booking)
    await openRequestByLink(tx, reader, asked)
    return undefined
  })

const papers = ({ keys }: FastifyInstance, token: string) => ({
  paper: uploadForm(NewDocument, async (tx, body) => {
    await keepDocument(tx, await giverBehind(tx, keys, token), body)
    return undefined
  }),
  wanted: uploadForm(HandedIn, async (tx, body, id) => {
    await handIn(tx, await giverBehind(tx, keys, token), id, body)
    return undefined
  }),
})
