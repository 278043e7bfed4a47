import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Db, Tx } from '../../kit/db/tables.ts'
import type { PageRoute, Visit } from '../../kit/http/pages/forms.ts'
import { html } from '../../kit/http/pages/html.ts'
import { type Page, secretPage } from '../../kit/http/pages/page.ts'
import { card, done, sending } from '../../kit/http/pages/parts.ts'
import { form, tidied } from '../../kit/http/pages/sent.ts'
import type { Keys } from '../../kit/secrets/keys.ts'
import { throttle } from '../../kit/throttle.ts'
import { limits } from '../../limits.ts'
import { type BookedTrip, bookedTrip } from '../booked-trips/queries.ts'
import { changeOrAsk } from '../bookings/change-requests/ask.ts'
import { TravelerCompletion } from '../bookings/manage.ts'
import { type BriefingOnPage, briefingsOnPage } from '../seminars/invitations/queries.ts'
import type { By } from '../travelers/actions.ts'
import { confirmAddress } from '../travelers/address/actions.ts'
import { openProvedLink, openTravelerLink } from '../travelers/address/queries.ts'
import { seesAll } from '../users/reader.ts'
import { attendanceForms, briefingsCard } from './briefings.ts'
import { type GuestOnPage, guestCard, guestsOnPage, inCapitals, uploadForms } from './guests.ts'
import { tripCard } from './trip.ts'
import { daysIn, type Translate, wordsIn } from './words.ts'

/** The page of one traveler, for the owner of its mail address: the trip, its own data and papers, and nothing of the others. */
export function travelerPage(app: FastifyInstance): PageRoute {
  return {
    policy: secretPage,
    show: (db, visit) => show(db, visit, app.zone),
    beforeUpload: (db, { token }) => openProvedLink(db, token),
    forms: ({ token }) => ({
      confirm: form(Type.Object({}), async (tx) => {
        await confirmAddress(tx, (await openTravelerLink(tx, token)).traveler)
        return undefined
      }),
      ...attendanceForms(async (tx) => (await openProvedLink(tx, token)).reader),
      traveler: travelerForm(app, token),
      ...uploadForms((tx) => giverOf(tx, app.keys, token)),
    }),
  }
}

const show = async (db: Db, visit: Visit, zone: string) => {
  const { traveler, booking, is_proved, isTraveling } = await openTravelerLink(db, visit.token)
  const trip = await bookedTrip(db, { id: booking, ...seesAll })
  if (!is_proved) return confirmPage(trip, visit)
  const [guests, briefings] = await Promise.all([
    guestsOnPage(db, { booking, only: traveler }),
    briefingsOnPage(db, { booking, only: traveler }),
  ])
  return renderTraveler({ trip, guests, briefings, zone, isTraveling }, visit)
}

// Another address would be asked anew, so the contact or the office enters it.
const OwnCompletion = Type.Omit(TravelerCompletion, ['email'])

const travelerForm = ({ keys }: FastifyInstance, token: string) =>
  tidied(
    form(OwnCompletion, async (tx, body) => {
      const by = await giverOf(tx, keys, token)
      await changeOrAsk(tx, by, by.reader.traveler, body, undefined)
      return undefined
    }),
    inCapitals,
  )

const giverOf = async (tx: Tx, keys: Keys, token: string) => {
  const { reader } = await openProvedLink(tx, token)
  await throttle(tx, limits['changes of traveler by link'], reader.traveler)
  return { reader, actor_id: undefined, roles: ['customer'], keys } as const satisfies By
}

type Parts = {
  trip: BookedTrip
  guests: readonly GuestOnPage[]
  briefings: readonly BriefingOnPage[]
  zone: string
  isTraveling: boolean
}

const renderTraveler = ({ trip, guests, briefings, zone, isTraveling }: Parts, visit: Visit): Page => {
  const { locale } = visit
  const t = wordsIn(locale)
  const may = { change: isTraveling, upload: isTraveling, changeEmail: false }
  return {
    title: `${trip.serial} ${nameOf(trip, t)}`,
    body: html`${head(trip, t)}
${visit.done === 'confirm' && done(t('謝謝您，之後的通知會寄到這個信箱。', 'Thank you. From now on we will write to this address.'))}
${!isTraveling && card(t('您不參加這個行程', 'You are not on this trip'), html`<p>${t('您的參團已取消；有疑問請與我們聯絡。', 'Your place was cancelled; please contact us if you have any questions.')}</p>`)}
${briefingsCard(briefings, visit)}${guests.map((guest) => guestCard(guest, visit, may))}
${isTraveling && tripCard(trip, zone, locale)}`,
  }
}

/** What the owner of an address is asked before anything else is shown. */
const confirmPage = (trip: BookedTrip, { locale }: Visit): Page => {
  const t = wordsIn(locale)
  const days = daysIn(trip.departure_date, trip.return_date, locale)
  return {
    title: t('請確認您的信箱', 'Please confirm your address'),
    body: html`${head(trip, t)}
${card(
  t('這是您的信箱嗎？', 'Is this your address?'),
  html`<p>${t(
    `您的同行者為您登記了這個行程（${days}）。確認後，您可以在這裡看行程、填資料、上傳文件，集合與航班的異動也會寄給您。`,
    `Somebody you travel with registered you for this trip (${days}) with this address. Once you confirm, you can see the trip here, fill in your details and upload documents, and we will mail you changes of the meeting point and the flights.`,
  )}</p>
${sending({ name: 'confirm', sent: undefined, body: html``, button: t('是的，這是我的信箱', 'Yes, it is mine') })}
<p class="soft small">${t('若不是您，請關閉此頁，我們不會再寄信給您。', 'If it is not you, close this page: you will get no further mail.')}</p>`,
  { className: 'asks' },
)}`,
  }
}

const nameOf = ({ name, name_en }: BookedTrip, t: Translate) => t(name, name_en ?? name)

const head = (trip: BookedTrip, t: Translate) =>
  html`<div class="head"><p class="soft">${t('您的行程', 'Your trip')} · ${trip.serial}</p><h1>${nameOf(trip, t)}</h1></div>`
