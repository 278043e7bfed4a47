import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type TObject, Type } from 'typebox'
import type { Db, Tx } from '../../kit/db/tables.ts'
import { Refusal, refuseField } from '../../kit/errors.ts'
import { oneOf } from '../../kit/fields.ts'
import { type PageRoute, takeSentForm, type Visit } from '../../kit/http/pages/forms.ts'
import { type PagePolicy, secretPage, sendDocument } from '../../kit/http/pages/page.ts'
import { acceptForms } from '../../kit/http/pages/routes.ts'
import { type Fields, form, tidied } from '../../kit/http/pages/sent.ts'
import { callerFingerprint, mailboxFingerprint } from '../../kit/http/server/caller.ts'
import { type Locale, locales } from '../../kit/words/words.ts'
import { Registration, type Room } from '../bookings/booking.ts'
import { receiptOf } from '../bookings/manage.ts'
import { type PublicRegistration, register } from '../bookings/register.ts'
import { seatsOf } from '../bookings/seats.ts'
import { optionValues } from '../options/values.ts'
import {
  beginDraft,
  changeDraft,
  closeDraft,
  type Draft,
  type DraftTraveler,
  lockedDraft,
  type OpenDraft,
  openDraft,
} from '../registration-drafts/draft.ts'
import { EnteredTraveler, type PassengerType } from '../travelers/schema.ts'
import { documentOf, type SitePage } from './document.ts'
import { type Frame, pathIn } from './frame.ts'
import { closedDraftPage, goneTripPage, unknownDraftPage, unknownPage } from './other-pages.ts'
import { partyAsked } from './party-asked.ts'
import { readTrip, type TripOnPage } from './reads.ts'
import { marksOf, missingIn, quotedDraft, type Step, steps } from './register-draft.ts'
import { receiptPage } from './register-receipt.ts'
import { beginPage, type OnDraft, personPage, stepPage } from './register-steps.ts'

/** A page of a registration, which is the whole site page in the frame of the site. */
type RegisterPage = SitePage & { frame: Frame; status?: number }

const LIMIT = 65_536
const open = { access: 'public', bytes: true } as const
const beginPolicy: PagePolicy = { caching: 'personal', framedBy: [], hasScript: false, isListed: false }

/** `/register/{serial}`: a registration in four steps, which works without a script. What was typed is saved after each step. */
export async function registerPages(app: FastifyInstance, { office }: { office: string | undefined }) {
  await acceptForms(app)
  for (const locale of locales)
    for (const path of ['/register/:serial', '/register/:serial/:token']) {
      const answer = (request: FastifyRequest, reply: FastifyReply) =>
        answerPage(app, request, reply, { locale, office })
      app.get(pathIn(locale, path), { config: open }, answer)
      app.post(pathIn(locale, path), { config: { ...open, form: Type.Object({}) }, bodyLimit: LIMIT }, answer)
    }
}

type Place = { locale: Locale; office: string | undefined }
type Params = { serial: string; token?: string }

const answerPage = async (
  app: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
  { locale, office }: Place,
) => {
  const { serial, token = '' } = request.params as Params
  const visit: Visit = { token, locale, done: undefined, sent: undefined }
  const route = token ? draftRoute(app, request, serial) : beginRoute(app, request, serial)
  const page = await (request.method === 'POST'
    ? takeSentForm(request, reply, route, visit)
    : route.show(app.database.db, visit)
  ).catch(async (error) => {
    if (!(error instanceof Refusal) || error.code !== 'not_found') throw error
    const { trip: _trip, ...frame } = await readTrip(app.database.db, { serial })
    return { ...unknownDraftPage(serial, locale), frame, status: 404 }
  })
  if (!page) return reply
  const { frame, status, ...shown } = page as RegisterPage
  if (!frame.is_shown) return reply.callNotFound()
  const origin = app.publicUrl?.replace(/\/$/, '') ?? `${request.protocol}://${request.host}`
  return sendDocument(
    status ? reply.code(status) : reply,
    documentOf(shown, frame, locale, { origin, office }),
    route.policy,
  )
}

const pathOf = (locale: Locale, serial: string, token: string, step?: string) =>
  `${pathIn(locale, `/register/${encodeURIComponent(serial)}/${token}`)}${step ? `?step=${step}` : ''}`

const count = (most: number) => Type.Integer({ minimum: 0, maximum: most })
const PartyBody = Type.Object({
  adults: Type.Integer({ minimum: 1, maximum: 9 }),
  children: count(9),
  infants: count(9),
})

/** The first step: how many travel. It begins the draft. */
const beginRoute = (app: FastifyInstance, request: FastifyRequest, serial: string): PageRoute => ({
  policy: beginPolicy,
  show: async (db, { locale, sent }): Promise<RegisterPage> => {
    const { trip, ...frame } = await readTrip(db, { serial })
    if (!trip) return { ...unknownPage(frame, '/', locale), frame, status: 404 }
    if (!trip.is_open)
      return { ...goneTripPage(frame, trip, locale), frame, status: trip.status === 'cancelled' ? 410 : 200 }
    const party = partyAsked({ ...(request.query as object), ...sent?.fields })
    const seats = await seatsOf(db, trip.id)
    return { ...beginPage({ trip, seats, locale, sent }, party), frame }
  },
  forms: ({ locale }) => ({
    party: form(PartyBody, async (tx, body) => {
      const { trip } = await readTrip(tx, { serial })
      if (!trip?.is_open) return new Refusal('not_found')
      const draft: Draft = { planned_trip_id: trip.id, locale, travelers: travelersFor([], body) }
      const token = await beginDraft(tx, app.keys, draft, callerFingerprint(app.keys, request.ip))
      return { to: pathOf(locale, serial, token, 'people') }
    }),
  }),
})

type Counts = { adults: number; children: number; infants: number }

/** The travelers for a party of these counts. Those who are known stay, as long as there is room for them. */
const travelersFor = (known: readonly DraftTraveler[], { adults, children, infants }: Counts): DraftTraveler[] => {
  const kinds = (['adult', 'child', 'infant'] as const).flatMap((kind, i) =>
    new Array<PassengerType>([adults, children, infants][i] ?? 0).fill(kind),
  )
  return kinds.map((expected, i) => ({ ...known[i], expected }))
}

const {
  name,
  surname_en,
  given_name_en,
  gender,
  birth_date,
  passport_status,
  passport_number,
  passport_expires_on,
  meal_requirement,
  allergies,
} = EnteredTraveler.properties
const person = {
  name,
  birth_date,
  surname_en,
  given_name_en,
  gender,
  passport_status,
  passport_number,
  passport_expires_on,
  meal_requirement,
  allergies,
}
const PersonBody = Type.Object({
  ...Type.Partial(Type.Object(person)).properties,
  sleeps: Type.Optional(oneOf(['bed', 'none'])),
  /** The fingerprint of what was shown, so that two phones do not overwrite each other unseen. */
  seen: Type.String({ maxLength: 50 }),
  /** Where to go after it is saved. */
  go: Type.Optional(oneOf(['rooms'])),
})

const place = Type.Optional(Type.Integer({ minimum: 1, maximum: 20 }))
const RoomsBody = Type.Object(
  Object.fromEntries(
    Array.from({ length: 20 }, (_, i) => i + 1).flatMap((n) => [
      [`room_${n}`, place],
      [`bed_${n}`, Type.Optional(oneOf(optionValues['bed-type']))],
    ]),
  ),
)
type Rooms = Record<string, number | string | undefined>

const { contact, payment_method, travel_purpose, marketing_source, customer_note } = Registration.properties
const ContactBody = Type.Partial(
  Type.Object({
    ...{ contact_name: contact.properties.name, phone: contact.properties.phone, email: contact.properties.email },
    ...{ payment_method, travel_purpose, marketing_source, customer_note },
    ...{ privacy_consent: oneOf(['yes']), website: Type.String({ maxLength: 200 }) },
    ...{ agreed_total: Type.Number(), agreed_seats: oneOf(['seats', 'line']) },
  }),
)

/** The other steps, by the link of the draft; by that of one person, their own part. */
const draftRoute = (app: FastifyInstance, request: FastifyRequest, serial: string): PageRoute => ({
  policy: secretPage,
  show: async (db, visit): Promise<RegisterPage> => {
    const { trip, ...frame } = await readTrip(db, { serial })
    const draft = await draftOf(db, app, visit.token)
    if (!trip || !draft || draft.planned_trip_id !== trip.id)
      return { ...unknownDraftPage(serial, visit.locale), frame, status: 404 }
    return { ...(await shownDraft(db, { trip, draft, frame, visit, request })), frame }
  },
  forms: ({ locale, token }) => {
    const { keys } = app
    const next = (step: Step, at = '') => ({ to: `${pathOf(locale, serial, token, step)}${at}` })
    return {
      party: form(PartyBody, async (tx, body) => {
        await changeDraft(tx, keys, token, ({ body: { travelers = [] } }) => ({
          travelers: travelersFor(travelers, body),
          rooms: [],
        }))
        return next('people')
      }),
      person: tidied(
        form(PersonBody, async (tx, body, place) => {
          const saved = await savePerson(tx, app, token, place, body)
          if (saved instanceof Refusal) return saved
          if (saved.draft.place !== null) return { to: `${pathOf(locale, serial, token)}?saved=1` }
          if (body.go) return next(body.go)
          const after = saved.travelers.findIndex((each, i) => i + 1 > place && !each.birth_date)
          return after < 0 ? next('people', '&saved=1') : next('people', `&person=${after + 1}#person-${after + 1}`)
        }),
        passportCapitals,
      ),
      rooms: form(RoomsBody as TObject, async (tx, body) => {
        await changeDraft(tx, keys, token, ({ body: { travelers = [] } }) => ({
          rooms: roomsIn(body as Rooms, travelers.length),
        }))
        return next('send')
      }),
      contact: form(ContactBody, async (tx, body) => {
        await changeDraft(tx, keys, token, () => contactIn(body))
        return next('send', '&saved=1')
      }),
      send: form(ContactBody, (tx, body) => send(tx, app, request, { serial, token, locale, body })),
      move: form(Type.Object({ serial: Type.String({ maxLength: 50 }) }), async (tx, body) => {
        const { trip } = await readTrip(tx, { serial: body.serial })
        if (!trip?.is_open) return new Refusal('not_found')
        await changeDraft(tx, keys, token, () => ({ planned_trip_id: trip.id }))
        return { to: pathOf(locale, trip.serial, token, 'send') }
      }),
    }
  },
})

const draftOf = async (db: Db, { keys }: FastifyInstance, token: string) => {
  try {
    return await openDraft(db, keys, token)
  } catch (error) {
    if (error instanceof Refusal && error.code === 'not_found') return undefined
    throw error
  }
}

type Shown = { trip: TripOnPage; draft: OpenDraft; frame: Frame; visit: Visit; request: FastifyRequest }

const shownDraft = async (
  db: Db,
  { trip, draft, frame, visit, request }: Shown,
): Promise<SitePage & { status?: number }> => {
  const { locale, sent, token } = visit
  const query = request.query as Record<string, unknown>
  const address = pathOf(locale, trip.serial, token)
  if (draft.booking_id !== null)
    return receiptPage(
      {
        today: frame.today,
        receipt: await receiptOf(db, draft.booking_id, { is_mailed: false }),
        link: draft.place === null ? draft.receipt : undefined,
        trip,
        zone: request.server.zone,
      },
      locale,
    )
  if (!trip.is_open) return closedDraftPage(frame, trip, locale)
  const on: OnDraft = {
    trip,
    draft,
    locale,
    sent,
    token,
    address,
    origin: request.server.publicUrl?.replace(/\/$/, '') ?? `${request.protocol}://${request.host}`,
    quote: quotedDraft(trip, draft.body, await seatsOf(db, trip.id)),
    isSaved: query.saved !== undefined,
    person: Number(query.person) || undefined,
  }
  if (draft.place !== null) return personPage(on, draft.place)
  const asked = sent ? stepOfForm(sent.form) : steps.find((step) => step === query.step)
  return stepPage(on, asked ?? 'people')
}

const stepOfForm = (name: string): Step => {
  if (name.startsWith('person')) return 'people'
  if (name === 'rooms' || name === 'party') return name
  return 'send'
}

const passportCapitals = (texts: Fields): Fields =>
  Object.fromEntries(
    Object.entries(texts).map(([name, text]) =>
      ['surname_en', 'given_name_en', 'passport_number'].includes(name)
        ? [name, String(text).toUpperCase().replace(/\s+/g, ' ')]
        : [name, text],
    ),
  )

type PersonGiven = { seen: string; go?: 'rooms'; sleeps?: 'bed' | 'none' } & Partial<DraftTraveler>

/** Saves one person. If another phone has saved other values meanwhile, they are shown first; a second press keeps what was typed. */
const savePerson = async (tx: Tx, { keys }: FastifyInstance, token: string, place: number, given: PersonGiven) => {
  const { seen, sleeps, go: _go, ...typed } = given
  const draft = await lockedDraft(tx, keys, token)
  const { travelers = [] } = draft.body
  const known = travelers[place - 1]
  if (!known || (draft.place !== null && draft.place !== place)) return new Refusal('not_found')
  if (seen !== marksOf(known)) return new Refusal('invalid_input', { errors: { seen: [changedMeanwhile] } })
  // What is left empty is removed. Who is not asked about the bed keeps what follows from the age.
  const traveler: DraftTraveler = {
    ...(known.expected && { expected: known.expected }),
    ...typed,
    ...(sleeps && { bed: sleeps === 'bed' }),
  }
  const all = travelers.map((each, i) => (i === place - 1 ? traveler : each))
  await changeDraft(tx, keys, token, () => ({ travelers: draft.place === null ? all : [traveler] }))
  return { draft, travelers: all }
}
const changedMeanwhile = [
  '另一支手機剛剛也存了這一位的資料，請比對後再按一次儲存。',
  'Another phone has just saved this person too. Compare, then press the button once more.',
] as const

const roomsIn = (body: Rooms, size: number): Room[] => {
  const places = Array.from({ length: size }, (_, i) => ({ traveler: i + 1, room: Number(body[`room_${i + 1}`] ?? 0) }))
  const rooms = Map.groupBy(
    places.filter(({ room }) => room > 0),
    ({ room }) => room,
  )
  const beds = optionValues['bed-type']
  return [...rooms.entries()]
    .sort(([one], [other]) => one - other)
    .map(([room, sleepers]) => ({
      bed_type: beds.find((bed) => bed === body[`bed_${room}`]) ?? (sleepers.length === 1 ? 'single' : 'twin'),
      travelers: sleepers.map(({ traveler }) => traveler),
    }))
}

type ContactGiven = Partial<Record<'contact_name' | 'phone' | 'email', string>> &
  Pick<Draft, 'payment_method' | 'travel_purpose' | 'marketing_source' | 'customer_note'> & {
    privacy_consent?: 'yes'
    website?: string
    agreed_total?: number
    agreed_seats?: 'seats' | 'line'
  }

const contactIn = ({
  contact_name,
  phone,
  email,
  payment_method,
  travel_purpose,
  marketing_source,
  customer_note,
}: ContactGiven): Partial<Draft> => ({
  contact: { ...(contact_name && { name: contact_name }), ...(phone && { phone }), ...(email && { email }) },
  ...(payment_method && { payment_method }),
  ...(travel_purpose && { travel_purpose }),
  ...(marketing_source && { marketing_source }),
  ...(customer_note !== undefined && { customer_note }),
})

type Sending = { serial: string; token: string; locale: Locale; body: ContactGiven }

/** Sends the draft as a registration, by the same action as `POST /api/trip-registrations`. A second press leads to the same receipt. */
const send = async (
  tx: Tx,
  app: FastifyInstance,
  request: FastifyRequest,
  { serial, token, locale, body }: Sending,
) => {
  const { keys } = app
  const receipt = { to: pathOf(locale, serial, token) }
  const draft = await lockedDraft(tx, keys, token)
  if (draft.booking_id !== null) return receipt
  if (draft.place !== null) return new Refusal('forbidden')
  const { trip } = await readTrip(tx, { serial })
  // The page says what has become of the trip.
  if (!trip?.is_open) return receipt
  const whole: Draft = { ...draft.body, ...contactIn(body) }
  const missing = missingIn(whole, body.privacy_consent === 'yes')
  if (Object.keys(missing).length) return new Refusal('invalid_input', { errors: missing })
  const { total, gets_seats } = quotedDraft(trip, whole, await seatsOf(tx, trip.id))
  if (total !== body.agreed_total) refuseField('agreed_total', otherTotal)
  if (!gets_seats && body.agreed_seats === 'seats') refuseField('agreed_seats', nowInLine)
  const sent = await register(tx, keys, registrationOf(whole, body.website), {
    address: callerFingerprint(keys, request.ip),
    mailbox: mailboxFingerprint(keys, String(body.email)),
    locale,
    onlySeated: body.agreed_seats === 'seats',
  })
  if (sent instanceof Refusal) return sent
  await closeDraft(tx, keys, draft, { booking_id: sent.booking_id, receipt: sent.id })
  return receipt
}
const otherTotal = [
  '合計有變動，請看過新的金額再送出。',
  'The total has changed. Please look at the new one, then send it.',
] as const
const nowInLine = [
  '名額剛剛額滿了；您填的資料都還在，可以改為候補，或看看其他出發日。',
  'The last seats were just taken. What you entered is kept: you can join the waitlist, or look at other dates.',
] as const

const registrationOf = (
  { locale: _locale, travelers = [], ...draft }: Draft,
  website: string | undefined,
): PublicRegistration =>
  ({
    ...draft,
    travelers: travelers.map(({ expected: _expected, ...traveler }) => traveler),
    privacy_consent: true,
    ...(website && { website }),
  }) as PublicRegistration
