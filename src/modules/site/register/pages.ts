import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Db } from '../../../kit/db/tables.ts'
import { Refusal } from '../../../kit/errors.ts'
import type { Visit } from '../../../kit/http/pages/forms.ts'
import { type PagePolicy, secretPage } from '../../../kit/http/pages/page.ts'
import { requestsInLine } from '../../../kit/http/server/deadline.ts'
import { originOf } from '../../../kit/http/server/origin.ts'
import { locales } from '../../../kit/words/words.ts'
import { customerFacts } from '../../bookings/customer-facts.ts'
import { receiptOf } from '../../bookings/manage.ts'
import { seatsOf } from '../../bookings/seats.ts'
import { type OpenDraft, openDraft } from '../../registration-drafts/draft.ts'
import type { SitePage } from '../document.ts'
import { type Frame, pathIn } from '../frame.ts'
import { closedDraftPage, goneTripPage, unknownDraftPage, unknownPage } from '../other-pages.ts'
import { type Moved, type On, type PageWithForms, page, type Shell, siteShell } from '../page.ts'
import { partyAsked } from '../party-asked.ts'
import { readTrip, type TripOnPage } from '../reads.ts'
import { quotedDraft, type Step, steps } from './draft.ts'
import { addressOfDraft, type DraftLink, pathOf } from './link.ts'
import type { OnDraft } from './parts.ts'
import { personOfDraftForm, personPage } from './people.ts'
import { receiptOfPerson, receiptPage } from './receipt.ts'
import { roomsForm } from './rooms.ts'
import { serveRegisterScript } from './script.ts'
import { sendForms } from './send.ts'
import { beginForm, beginPage, partyOfDraftForm, stepPage } from './steps.ts'

const beginPolicy: PagePolicy = { caching: 'personal', framedBy: [], hasScript: false, isListed: false }

/** `/register/{serial}`: a registration in four steps, which works without a script. What was typed is saved after each step, with the script after each field. */
export async function registerPages(app: FastifyInstance, { office }: { office: string | undefined }) {
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
  forms: ({ locale }) => ({ party: beginForm(app.keys, request, serial, locale) }),
})

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
    const link: DraftLink = { keys: app.keys, request, serial, token, locale, address: pathOf(locale, serial, token) }
    return {
      party: partyOfDraftForm(link),
      person: personOfDraftForm(link),
      rooms: roomsForm(link),
      ...sendForms(link),
    }
  },
})

const seeOther = (moved: string): Moved => ({ moved, status: 303 })

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
      draft.slot === null
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
    frame,
    isEmailOptional: frame.telephone_only,
    isSaved: query.saved !== undefined,
    person: Number(query.person) || undefined,
  }
  if (draft.slot !== null) return personPage(on, draft.slot)
  const asked = sent ? stepOfForm(sent.form) : steps.find((step) => step === query.step)
  return stepPage(on, asked ?? 'people')
}

const stepOfForm = (name: string): Step => {
  if (name.startsWith('person')) return 'people'
  if (name === 'rooms' || name === 'party') return name
  return 'send'
}
