import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Static, type TObject, Type } from 'typebox'
import type { Db, Tx } from '../../kit/db/tables.ts'
import { Refusal, refuseField } from '../../kit/errors.ts'
import { oneOf } from '../../kit/fields.ts'
import { acceptForms } from '../../kit/http/pages/accept-forms.ts'
import type { Visit } from '../../kit/http/pages/forms.ts'
import { type PagePolicy, secretPage } from '../../kit/http/pages/page.ts'
import { type Fields, form, tidied, toldAtOnce } from '../../kit/http/pages/sent.ts'
import { callerFingerprint } from '../../kit/http/server/caller.ts'
import { requestsInLine } from '../../kit/http/server/in-line.ts'
import { originOf } from '../../kit/http/server/origin.ts'
import { type Locale, locales } from '../../kit/words/words.ts'
import type { Room } from '../bookings/booking.ts'
import { customerFacts } from '../bookings/customer-facts.ts'
import { refusalOfClosedTrip } from '../bookings/locks.ts'
import { receiptOf } from '../bookings/manage.ts'
import { MOST_TRAVELERS, refusalOfLargeParty } from '../bookings/party-size.ts'
import { contactFingerprint, faultOfPhoneOnly, type PublicRegistration, register } from '../bookings/register.ts'
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
  pathOfDraft,
} from '../registration-drafts/draft.ts'
import { refuseUnborn } from '../travelers/rules.ts'
import { EnteredTraveler, type PassengerType } from '../travelers/schema.ts'
import type { SitePage } from './document.ts'
import { type Frame, pathIn, readFrame } from './frame.ts'
import { closedDraftPage, goneTripPage, unknownDraftPage, unknownPage } from './other-pages.ts'
import { type Moved, type On, type PageWithForms, page, type Shell, siteShell } from './page.ts'
import { partyAsked } from './party-asked.ts'
import { readTrip, type TripOnPage } from './reads.ts'
import {
  AskedContact,
  contactOf,
  marksOf,
  missingIn,
  quotedDraft,
  type Step,
  stepPath,
  steps,
} from './register-draft.ts'
import type { OnDraft } from './register-parts.ts'
import { personPage } from './register-people.ts'
import { receiptOfPerson, receiptPage } from './register-receipt.ts'
import { serveRegisterScript } from './register-script.ts'
import { beginPage, stepPage } from './register-steps.ts'

const beginPolicy: PagePolicy = { caching: 'personal', framedBy: [], hasScript: false, isListed: false }

/** `/register/{serial}`: a registration in four steps, which works without a script. What was typed is saved after each step, with the script after each field. */
export async function registerPages(app: FastifyInstance, { office }: { office: string | undefined }) {
  await acceptForms(app)
  serveRegisterScript(app)
  const byTrip = requestsInLine()
  for (const locale of locales)
    for (const path of ['/register/:serial', '/register/:serial/:token']) {
      const open = async ({ request, params: { serial = '', token } }: On): Promise<PageWithForms> => ({
        ...(token ? draftRoute(app, request, serial) : beginRoute(app, request, serial)),
        // Like the registrations of the API. Each of them waits for the row of its trip.
        inLine: (work) => byTrip(request, serial, work),
      })
      page(app, pathIn(locale, path), { shell, locale, office, takesForms: true, open })
    }
}

// Who holds the link of one person, or of a draft that is gone, is told no more than that it is not there.
const shell: Shell = {
  ...siteShell,
  refused: (refusal, _told, { params: { serial = '' }, locale }) => {
    if (refusal.code !== 'not_found') throw refusal
    return unknownDraftPage(serial, locale)
  },
}

const pathOf = (locale: Locale, serial: string, token: string) =>
  pathIn(locale, `/register/${encodeURIComponent(serial)}/${token}`)

const count = (most: number) => Type.Integer({ minimum: 0, maximum: most })
const PartyBody = Type.Object({
  adults: Type.Integer({ minimum: 1, maximum: 9 }),
  children: count(9),
  infants: count(9),
})

/** The first step: how many travel. It begins the draft. */
const beginRoute = (app: FastifyInstance, request: FastifyRequest, serial: string): PageWithForms => ({
  policy: beginPolicy,
  show: async (db, { locale, sent }) => {
    const { trip, ...frame } = await readTrip(db, { serial })
    if (!trip) return { ...unknownPage('/', locale), frame }
    if (!trip.is_open)
      return { ...goneTripPage(frame, trip, locale), frame, status: trip.status === 'cancelled' ? 410 : 200 }
    const party = partyAsked({ ...(request.query as object), ...sent?.fields })
    const seats = await seatsOf(db, trip.id)
    return { ...beginPage({ trip, seats, isEmailOptional: frame.telephone_only, locale, sent }, party), frame }
  },
  forms: ({ locale }) => ({
    party: form(PartyBody, async (tx, body) => {
      const tooLarge = await refusalOfLargeParty(tx, sizeOf(body), 'adults')
      if (tooLarge) return tooLarge
      const { trip } = await readTrip(tx, { serial })
      if (!trip?.is_open) return new Refusal('not_found')
      const draft: Draft = { planned_trip_id: trip.id, locale, travelers: travelersFor([], body) }
      const token = await beginDraft(tx, app.keys, draft, callerFingerprint(app.keys, request.ip))
      return { to: stepPath(pathOf(locale, serial, token), 'people') }
    }),
  }),
})

type Counts = { adults: number; children: number; infants: number }
const sizeOf = ({ adults, children, infants }: Counts) => adults + children + infants

/** The travelers for a party of these counts. Those who are known stay, as long as there is room for them. */
const travelersFor = (known: readonly DraftTraveler[], { adults, children, infants }: Counts): DraftTraveler[] => {
  const kinds = (['adult', 'child', 'infant'] as const).flatMap((kind, i) =>
    new Array<PassengerType>([adults, children, infants][i] ?? 0).fill(kind),
  )
  return kinds.map((expected, i) => ({ ...known[i], expected }))
}

/** The fingerprint of what was shown, so that two phones do not overwrite each other unseen. */
const Seen = Type.String({ maxLength: 50 })

const PersonBody = Type.Object({
  ...Type.Partial(
    Type.Pick(EnteredTraveler, [
      'name',
      'birth_date',
      'surname_en',
      'given_name_en',
      'gender',
      'passport_status',
      'passport_number',
      'passport_expires_on',
      'meal_requirement',
      'allergies',
    ]),
  ).properties,
  sleeps: Type.Optional(oneOf(['bed', 'none'])),
  seen: Seen,
})

const places = Array.from({ length: MOST_TRAVELERS }, (_, i) => `person-${i + 1}`)
const place = Type.Optional(Type.Integer({ minimum: 1, maximum: MOST_TRAVELERS }))
const RoomsBody = Type.Object({
  ...Object.fromEntries(
    Array.from({ length: MOST_TRAVELERS }, (_, i) => i + 1).flatMap((n) => [
      [`room_${n}`, place],
      [`bed_${n}`, Type.Optional(oneOf(optionValues['bed-type']))],
    ]),
  ),
  seen: Type.Optional(Seen),
})
type Rooms = Record<string, number | string | undefined>

const ContactBody = Type.Partial(
  Type.Object({
    ...AskedContact.properties,
    privacy_consent: oneOf(['yes']),
    website: Type.String({ maxLength: 200 }),
    agreed_total: Type.Number(),
    agreed_seats: oneOf(['seats', 'line']),
    seen: Seen,
  }),
)

type ContactTexts = Static<typeof ContactBody>

/** The other steps, by the link of the draft; by that of one person, their own part. */
const draftRoute = (app: FastifyInstance, request: FastifyRequest, serial: string): PageWithForms => ({
  policy: secretPage,
  show: async (db, visit) => {
    const { trip, ...frame } = await readTrip(db, { serial })
    const draft = await draftOf(db, app, visit.token)
    if (!draft) return { ...unknownDraftPage(serial, visit.locale), frame }
    if (draft.planned_trip_id !== trip?.id) return seeOther(await addressOfDraft(db, draft, visit))
    return { ...(await shownDraft(db, { trip, draft, frame, visit, request })), frame }
  },
  forms: ({ locale, token }) => {
    const { keys } = app
    const address = pathOf(locale, serial, token)
    // Who asked for another step or person goes there once the form is saved.
    const { go } = request.query as { go?: string }
    const asked = [...steps, ...places].find((each) => each === go)
    const next = (step: string, at = '') => ({
      to: asked ? stepPath(address, asked) : `${stepPath(address, step)}${at}`,
    })
    return {
      party: form(PartyBody, async (tx, body) => {
        const tooLarge = await refusalOfLargeParty(tx, sizeOf(body), 'adults')
        if (tooLarge) return tooLarge
        await changeDraft(tx, keys, token, ({ body: { travelers = [] } }) => ({
          travelers: travelersFor(travelers, body),
          rooms: undefined,
        }))
        return next('people')
      }),
      person: tidied(
        form(PersonBody, async (tx, body, place) => {
          const { today } = await readFrame(tx, {})
          refuseUnborn({ birth_date: body.birth_date }, today)
          const saved = await savePerson(tx, app, token, place, body)
          if (saved instanceof Refusal) return saved
          if (saved.draft.place !== null) return { to: `${address}?saved=1` }
          const after = saved.travelers.findIndex((each, i) => i + 1 > place && !each.birth_date)
          return after < 0 ? next('people', '&saved=1') : next(`person-${after + 1}`)
        }),
        passportCapitals,
      ),
      rooms: form(RoomsBody as TObject, async (tx, body) => {
        const { seen, ...given } = body as Rooms & { seen?: string }
        await changeDraft(tx, keys, token, ({ body: { travelers = [], rooms } }) => {
          const changed = { rooms: roomsIn(given, travelers.length) }
          refuseUnseen(seen, { rooms }, changed)
          return changed
        })
        return next('send')
      }),
      contact: form(ContactBody, async (tx, body) => {
        await changeDraft(tx, keys, token, (draft) => {
          const changed = contactIn(body)
          refuseUnseen(body.seen, contactOf(draft.body), changed)
          return changed
        })
        return next('send', '&saved=1')
      }),
      send: toldAtOnce(
        form(ContactBody, (tx, body) => send(tx, app, request, { serial, token, locale, body })),
        (db, texts) => missingBeside(db, app, token, texts as ContactTexts),
      ),
      move: form(Type.Object({ serial: Type.String({ maxLength: 50 }) }), async (tx, body) => {
        const { trip } = await readTrip(tx, { serial: body.serial })
        if (!trip?.is_open) return refusalOfClosedTrip()
        await changeDraft(tx, keys, token, () => ({ planned_trip_id: trip.id }))
        return { to: stepPath(pathOf(locale, trip.serial, token), 'send') }
      }),
    }
  },
})

const seeOther = (moved: string): Moved => ({ moved, status: 303 })

/** The page of a draft at the trip that it is for, in the language of the visit. */
const addressOfDraft = async (db: Db | Tx, draft: OpenDraft, { token, locale }: Pick<Visit, 'token' | 'locale'>) =>
  pathIn(locale, await pathOfDraft(db, draft.planned_trip_id, token))

const draftOf = async (db: Db, { keys }: FastifyInstance, token: string) => {
  try {
    return await openDraft(db, keys, token)
  } catch (error) {
    if (error instanceof Refusal && error.code === 'not_found') return undefined
    throw error
  }
}

type Shown = { trip: TripOnPage; draft: OpenDraft; frame: Frame; visit: Visit; request: FastifyRequest }

const shownDraft = async (db: Db, { trip, draft, frame, visit, request }: Shown): Promise<SitePage | Moved> => {
  const { locale, sent, token } = visit
  const query = request.query as Record<string, unknown>
  const address = pathOf(locale, trip.serial, token)
  const origin = originOf(request)
  // The other language of the same page.
  const path = address.replace(/^\/en(?=\/)/, '')
  if (draft.booking_id !== null) {
    // Whatever the last form was refused for, such as a busy service, the registration was sent meanwhile by another press.
    if (sent) return seeOther(address)
    const page =
      draft.place === null
        ? receiptPage(
            {
              today: frame.today,
              receipt: await receiptOf(db, draft.booking_id, { is_mailed: false }),
              facts: await customerFacts(db, { booking: draft.booking_id }),
              link: draft.receipt,
              origin,
              trip,
              zone: request.server.zone,
            },
            locale,
          )
        : receiptOfPerson(trip, locale)
    return { ...page, path }
  }
  if (!trip.is_open) return { ...closedDraftPage(frame, trip, locale), path }
  const on: OnDraft = {
    trip,
    draft,
    locale,
    sent,
    token,
    address,
    origin,
    quote: quotedDraft(trip, draft.body, await seatsOf(db, trip.id)),
    isEmailOptional: frame.telephone_only,
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

/** Saves one person. */
const savePerson = async (
  tx: Tx,
  { keys }: FastifyInstance,
  token: string,
  place: number,
  given: Static<typeof PersonBody>,
) => {
  const { seen, sleeps, ...typed } = given
  const draft = await lockedDraft(tx, keys, token)
  const { travelers = [] } = draft.body
  const known = travelers[place - 1]
  if (!known || (draft.place !== null && draft.place !== place)) return new Refusal('not_found')
  // What is left empty is removed. Who is not asked about the bed keeps what follows from the age.
  const traveler: DraftTraveler = {
    ...(known.expected && { expected: known.expected }),
    ...typed,
    ...(sleeps && { bed: sleeps === 'bed' }),
  }
  refuseUnseen(seen, known, traveler)
  const all = travelers.map((each, i) => (i === place - 1 ? traveler : each))
  await changeDraft(tx, keys, token, () => ({ travelers: draft.place === null ? all : [traveler] }))
  return { draft, travelers: all }
}

/**
 * If another phone has saved other values than those that were shown, they are shown first; a second press keeps what was typed.
 * The same values are no conflict: what was saved may be sent again because its answer was lost.
 */
const refuseUnseen = (seen: string | undefined, known: object, given: object) => {
  const marks = marksOf(known)
  if (seen !== undefined && seen !== marks && marksOf(given) !== marks) refuseField('seen', changedMeanwhile)
}
const changedMeanwhile = [
  '另一支手機剛剛也存了這裡的資料，請比對後再按一次儲存。',
  'Another phone has just saved this too. Compare, then press the button once more.',
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

/** What is left empty is removed. */
const contactIn = ({
  contact_name,
  phone,
  email,
  payment_method,
  travel_purpose,
  marketing_source,
  customer_note,
}: ContactTexts): Partial<Draft> => ({
  contact: { ...(contact_name && { name: contact_name }), ...(phone && { phone }), ...(email && { email }) },
  payment_method,
  travel_purpose,
  marketing_source,
  customer_note,
})

/** What is missing beside a value that is not valid. Who holds the link of one person is told nothing of the others. */
const missingBeside = async (db: Db, { keys }: FastifyInstance, token: string, texts: ContactTexts) => {
  const draft = await openDraft(db, keys, token)
  if (draft.place !== null || draft.booking_id !== null) return {}
  return missingFor(draft.body, texts, await readFrame(db, {}))
}

const missingFor = (draft: Draft, body: ContactTexts, { telephone_only }: Frame) => {
  const missing = missingIn(
    { ...draft, ...contactIn(body) },
    { hasConsent: body.privacy_consent === 'yes', needsEmail: !telephone_only },
  )
  const tooMany = body.email ? undefined : faultOfPhoneOnly(draft.travelers?.length ?? 0)
  return tooMany && telephone_only ? { ...missing, email: [tooMany] } : missing
}

type Sending = { serial: string; token: string; locale: Locale; body: ContactTexts }

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
  const { trip, ...frame } = await readTrip(tx, { serial })
  // What was agreed to is the price of the trip on the page.
  if (trip?.id !== draft.planned_trip_id) return { to: await addressOfDraft(tx, draft, { token, locale }) }
  // The page says what has become of the trip.
  if (!trip?.is_open) return receipt
  const whole: Draft = { ...draft.body, ...contactIn(body) }
  const missing = missingFor(draft.body, body, frame)
  if (Object.keys(missing).length) return new Refusal('invalid_input', { errors: missing })
  const { total, gets_seats } = quotedDraft(trip, whole, await seatsOf(tx, trip.id))
  if (total !== body.agreed_total) refuseField('agreed_total', otherTotal)
  if (!gets_seats && body.agreed_seats === 'seats') refuseField('agreed_seats', nowInLine)
  const registration = registrationOf(whole, body.website)
  const sent = await register(tx, keys, registration, {
    address: callerFingerprint(keys, request.ip),
    contact: contactFingerprint(keys, registration.contact),
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
