import type { FastifyInstance } from 'fastify'
import { moment, span } from 'guidon-design/formats'
import { Type } from 'typebox'
import type { Db } from '../../kit/db/tables.ts'
import type { Visit } from '../../kit/http/pages/forms.ts'
import { html, type Markup } from '../../kit/http/pages/html.ts'
import { card, done, facts, sending } from '../../kit/http/pages/parts.ts'
import { form } from '../../kit/http/pages/sent.ts'
import { type Locale, plural, say } from '../../kit/words/words.ts'
import { bookedTrip } from '../booked-trips/queries.ts'
import { declineOffer } from '../bookings/cancel.ts'
import { confirmContact } from '../bookings/confirm-contact.ts'
import { customerFacts } from '../bookings/customer-facts.ts'
import { standingOf } from '../bookings/customer-states.ts'
import { type Receipt, receiptOf } from '../bookings/manage.ts'
import { messagesOf, salespersonOf, takesMessages } from '../bookings/messages.ts'
import { reportsOnPage } from '../bookings/payment-reports/payment-report.ts'
import { acceptOffer } from '../bookings/steps.ts'
import { statusWords } from '../bookings/words.ts'
import { chequesOnPage } from '../cheques/on-page.ts'
import { titlesOf } from '../legal-receipts/buyers.ts'
import { receiptsOnPage } from '../legal-receipts/on-page.ts'
import { nameIn, type Translate, wordsIn } from '../page-words.ts'
import { givenNumber, lastTry, offersOf } from '../payment-providers/pay.ts'
import { briefingsOnPage } from '../seminars/briefings.ts'
import { type Frame, pathIn } from '../site/frame.ts'
import { initialOf } from '../site/parts.ts'
import { coverImage } from '../site/pictures.ts'
import { departuresAfter } from '../site/reads.ts'
import { confirmAddress } from '../travelers/address.ts'
import { feedbackOf } from '../trip-feedback/answer.ts'
import { seesAll } from '../users/reader.ts'
import { addonRows, extrasOnPage, nothingYet } from './add-ons.ts'
import { attendanceForms, briefingsCard } from './briefings.ts'
import { waitingCheques } from './cheques.ts'
import { proofSent } from './contact.ts'
import { placePath } from './document.ts'
import { feedbackCard, feedbackForms } from './feedback.ts'
import { callerOf, type Holder, ownerOnly, provedOnly } from './holder.ts'
import { issuedReceipts } from './legal-receipts.ts'
import { messageForms, messagesCard, unreadIn } from './messages.ts'
import { accountOnPage, moneyCard } from './money.ts'
import { nextTripsCard } from './next-trips.ts'
import { papersCard } from './papers.ts'
import { payForm, payOnline } from './pay-online.ts'
import { wordOf } from './person/page.ts'
import { type Guest, guestsOf, type PlaceTrip, tripOfBooking } from './reads.ts'
import { reportedPayments, reportForms } from './reported-payments.ts'
import { roadOf } from './road/read.ts'
import { leaderOf, roadCards } from './road/today.ts'
import { type Stage, stageOf } from './stage.ts'
import { takesTitles, titlesLine } from './titles.ts'
import { todoCard } from './todo.ts'
import { readyCard, tripCard } from './trip.ts'

/** The start of a booking's place: what to do now, then the people, the trip, the money, and so on. */
export async function overview(
  db: Db,
  { zone }: FastifyInstance,
  holder: Holder,
  { today, is_shown, house }: Frame,
  visit: Visit & { day: string | undefined },
) {
  if (holder.own && !holder.own.is_proved) return askWhoseAddress(await tripOfBooking(db, holder), holder.own, visit)
  const isOwner = holder.as === 'owner'
  const of = { booking: holder.booking, ...(holder.own && { only: holder.own.traveler }) }
  const [
    booking,
    trip,
    booked,
    guests,
    account,
    extras,
    briefings,
    messages,
    salesperson,
    { stage },
    facts,
    road,
    reports,
    offers,
    last,
    given,
    cheques,
    receipts,
    titles,
  ] = await Promise.all([
    holder.own ? undefined : receiptOf(db, holder.booking, { is_mailed: isOwner }),
    tripOfBooking(db, holder),
    bookedTrip(db, { id: holder.booking, ...seesAll }),
    guestsOf(db, of),
    accountOnPage(db, holder),
    isOwner ? extrasOnPage(db, { booking: holder.booking, locale: visit.locale }) : [],
    holder.as === 'registrant' ? [] : briefingsOnPage(db, of),
    isOwner ? messagesOf(db, holder) : [],
    salespersonOf(db, holder),
    stageOf(db, of),
    customerFacts(db, holder),
    roadOf(db, holder),
    isOwner ? reportsOnPage(db, holder) : [],
    holder.own ? [] : offersOf(db, holder),
    holder.own ? undefined : lastTry(db, holder),
    holder.own ? undefined : givenNumber(db, holder),
    isOwner ? chequesOnPage(db, holder.booking) : [],
    isOwner ? receiptsOnPage(db, holder.booking) : [],
    holder.own ? [] : titlesOf(db, holder.booking),
  ])
  const { locale } = visit
  const t = wordsIn(locale)
  const isComing = stage === 'before' || stage === 'during'
  const { booking_number, as } = holder
  const standing = standingOf(facts, { today, zone }, locale)
  const here = {
    booking,
    asked: account.asked,
    booking_number,
    as,
    guests,
    extras,
    briefings,
    unread: unreadIn(messages),
    standing,
    stage,
    today,
    zone,
  }
  const below = (place: string) => pathIn(locale, placePath(booking_number, place))
  const isCancelled = holder.own && stage === 'off'
  const isBack = stage === 'after' || (stage !== 'off' && trip.return_date < today)
  const feedback = isBack && isOwner ? await feedbackOf(db, holder) : undefined
  const onRoad =
    stage !== 'off' && roadCards({ road, trip, assembly: booked.assembly, house, zone, asked: visit.day }, locale)
  const shownMessages = { messages, salesperson, zone, isOpen: booking !== undefined && takesMessages(booking) }
  return html`
${welcome({ trip, booking, guests, stage, today, booking_number }, locale, t)}
${visit.done && stepNames.includes(visit.done) && done(t('謝謝您，已經完成。', 'Thank you, it is done.'))}
${visit.done === 'confirm' && done(t(...addressConfirmed))}
${isCancelled && card(t('您不參加這個行程', 'You are not on this trip'), html`<p>${t(...placeCancelled)}</p>`)}
<div class="place">
  <div class="col">
    ${onRoad}
    ${feedback && feedbackCard(feedback, visit)}
    ${todoCard(here, booking && stateOf({ booking, standing, trip, zone, isSiteShown: is_shown }, locale, t), locale)}
    ${guests.length > 0 && peopleCard(guests, stage, below, t)}
    ${!isCancelled && tripCard({ trip, booked, zone, leader: leaderOf(road, today, locale) }, stage, booking_number, locale)}
    ${isComing && readyCard(trip, locale)}
    ${isBack && is_shown && nextTripsCard((await departuresAfter(db, { trip: trip.id })).departures, locale)}
  </div>
  <div class="col">
    ${booking && moneyCard(booking, account, zone, locale, html`${payOnline({ offers, last, given, zone, isAsked: account.asked?.account_number === null }, visit)}${waitingCheques(cheques, locale, t)}${issuedReceipts(receipts, locale, t)}${takesTitles(booking.status) && titlesLine(titles, below('/titles'), t)}${isOwner && reportedPayments(booking, reports, today, visit)}`)}
    ${isOwner && (isComing || extras.length > 0) && addonsCard({ extras, isComing, isWaiting: booking?.status === 'waitlisted' }, below, locale, t)}
    ${briefingsCard(briefings, visit)}
    ${isOwner && booking && messagesCard(shownMessages, visit)}
    ${isOwner && booking && papersCard(booking, account, locale)}
    ${booking && contactLinks(booking, below, t)}
    ${booking && stage === 'before' && cancelLink(below, t)}
  </div>
</div>`
}

const addressConfirmed = [
  '謝謝您，之後的通知會寄到這個信箱。',
  'Thank you. From now on we will write to this address.',
] as const
const placeCancelled = [
  '您的參團已取消；有疑問請與我們聯絡。',
  'Your place was cancelled; please contact us if you have any questions.',
] as const

type Standing = ReturnType<typeof standingOf>

type Welcome = {
  trip: PlaceTrip
  booking: Receipt | undefined
  guests: readonly Guest[]
  stage: Stage
  today: string
  booking_number: string
}

const welcome = ({ trip, booking, guests, stage, today, booking_number }: Welcome, locale: Locale, t: Translate) => {
  const days = Math.round((Date.parse(trip.departure_date) - Date.parse(today)) / 86_400_000)
  const people = booking && t(`${guests.length} 位`, plural(guests.length, 'person', 'people'))
  const dates = span(trip.departure_date, trip.return_date, locale)
  return html`
<header class="welcome">
  ${coverImage(trip, { sizes: '(min-width: 1160px) 1120px, 100vw', isFirst: true }, locale)}
  ${stage === 'before' && days > 0 && html`<p class="count"><b>${days}</b>${t('天後出發', days === 1 ? 'day to go' : 'days to go')}</p>`}
  <div>
    <h1>${nameIn(trip, locale)}</h1>
    <p>
      <span class="nb">${dates}</span>${' '}
      <span class="nb">${[booking_number, people].filter(Boolean).join(' · ')}</span>
    </p>
  </div>
</header>`
}

type OnStanding = { booking: Receipt; standing: Standing; trip: PlaceTrip; zone: string; isSiteShown: boolean }

/** How the booking stands: its seats, the trip and the money, in sentences; of one that was cancelled why, and other dates. */
const stateOf = (
  { booking: { status, waitlist_position, hold_expires_at, paid }, standing, trip, zone, isSiteShown }: OnStanding,
  locale: Locale,
  t: Translate,
) => {
  const { seat, trip: ofTrip, money, reason, offersOtherDates } = standing
  const keptUntil = status === 'held' && paid === 0 ? hold_expires_at : null
  const about = facts([
    [t('訂單狀態', 'Your booking'), say(statusWords[status], locale)],
    [t('候補順位', 'Waitlist position'), waitlist_position ? `${waitlist_position}` : null],
    [t('名額保留至', 'Seats kept until'), keptUntil && moment(keptUntil, zone, locale)],
    [t('取消原因', 'Why it was cancelled'), reason],
  ])
  return html`
<div class="state-of">
  ${about}
  ${[seat, ofTrip, money].filter(Boolean).map((sentence) => html`<p>${sentence}</p>`)}
  ${offersOtherDates && trip.other_dates.length > 0 && otherDatesOf(trip, isSiteShown, locale, t)}
</div>`
}

const otherDatesOf = ({ other_dates }: PlaceTrip, isSiteShown: boolean, locale: Locale, t: Translate) => {
  const row = ({ serial, departure_date, return_date }: PlaceTrip['other_dates'][number]) => {
    const dates = span(departure_date, return_date, locale)
    const address = pathIn(locale, `/trips/${encodeURIComponent(serial)}`)
    const shown = isSiteShown ? html`<a href="${address}">${dates}</a>` : dates
    return html`<li>${shown} <span class="soft small">${serial}</span></li>`
  }
  return html`
<h3>${t('同一行程的其他出發日', 'Other dates of this tour')}</h3>
<ul class="rows">${other_dates.map(row)}</ul>`
}

const peopleCard = (guests: readonly Guest[], stage: Stage, below: (place: string) => string, t: Translate) =>
  card(
    t('同行的人', 'The people'),
    html`<ul class="folk">${guests.map((guest) => personRow(guest, stage, below(`/people/${guest.id}`), t))}</ul>`,
    { id: 'people' },
  )

const personRow = (guest: Guest, stage: Stage, address: string, t: Translate) => {
  const { words, isMissing } = wordOf(guest, t)
  const latin = [guest.surname_en, guest.given_name_en].filter(Boolean).join(' ')
  return html`
<li><a href="${address}">
  <span class="face" aria-hidden="true">${initialOf(guest.name)}</span>
  <span class="who">${guest.name}${latin && html`<small>${latin}</small>`}</span>
  ${stage === 'before' && html`<span class="badge ${isMissing ? 'missing' : ''}">${words}</span>`}
</a></li>`
}

const addonsCard = (
  { extras, isComing, isWaiting }: { extras: Parameters<typeof addonRows>[0]; isComing: boolean; isWaiting: boolean },
  below: (place: string) => string,
  locale: Locale,
  t: Translate,
) => {
  if (isWaiting && !extras.length) return card(t('加購', 'Add-ons'), nothingYet(t), { id: 'add-ons' })
  const words = !extras.length
    ? t('申請加購', 'Request an add-on')
    : isComing && !isWaiting
      ? t('看對話，或再申請', 'Read the conversations, or request another')
      : t('看對話', 'Read the conversations')
  return card(
    t('加購', 'Add-ons'),
    html`
${extras.length > 0 ? addonRows(extras, locale) : html`<p class="soft">${t(...askForAddOns)}</p>`}
<p><a href="${below('/add-ons')}">${words}</a></p>`,
    { id: 'add-ons' },
  )
}

const askForAddOns = [
  '升等、網卡、保險等，都可以在這裡申請。',
  'Ask here for an upgrade, a SIM card, an insurance and so on.',
] as const

const contactLinks = ({ contact, email_to_prove }: Receipt, below: (place: string) => string, t: Translate): Markup => {
  const { phone, email } = contact as { phone: string | null; email: string | null }
  return card(
    t('聯絡方式', 'How we reach you'),
    html`
<p>${[phone, email].filter(Boolean).join(' · ')}</p>
${proofSent(email_to_prove, t)}
<p><a href="${below('/contact')}">${t('更改聯絡方式、備註與通知', 'Change contact, notes and mails')}</a></p>`,
  )
}

const cancelLink = (below: (place: string) => string, t: Translate) =>
  html`<p class="soft small"><a href="${below('/cancel')}">${t('取消報名，或取消其中一位', 'Cancel, or cancel one of the travelers')}</a></p>`

/** What the owner of a traveler's address is asked before anything else is shown. */
const askWhoseAddress = (trip: PlaceTrip, { holdsOtherwise }: NonNullable<Holder['own']>, { locale, sent }: Visit) => {
  const t = wordsIn(locale)
  const days = span(trip.departure_date, trip.return_date, locale)
  const says = t(
    `您的同行者為您登記了這個行程（${days}）。確認後，您可以在這裡看行程、填資料、上傳文件，集合與航班的異動也會寄給您。`,
    `Somebody you travel with registered you for this trip (${days}) with this address. Once you confirm, you can see the trip here, fill in your details and upload documents, and we will mail you changes of the meeting point and the flights.`,
  )
  const button = (name: string, label: string, kind: string) =>
    sending({ name, sent, body: html``, button: label, kind })
  const otherwise = holdsOtherwise
    ? button('not-mine', t('不是我的，看我的訂單', 'No, show my booking'), '')
    : html`<p class="soft small">${t(...ifNotYou)}</p>`
  return html`
<header class="head">
  <p class="soft">${trip.serial}</p>
  <h1>${nameIn(trip, locale)}</h1>
</header>
${card(
  t('這是您的信箱嗎？', 'Is this your address?'),
  html`<p>${says}</p>${button('confirm', t('是的，這是我的信箱', 'Yes, it is mine'), 'main')}${otherwise}`,
  { className: 'asks' },
)}`
}

const ifNotYou = [
  '若不是您，請關閉此頁，我們不會再寄信給您。',
  'If it is not you, close this page: you will get no further mail.',
] as const

const steps = {
  'confirm-contact': [confirmContact, ownerOnly],
  accept: [acceptOffer, ownerOnly],
  decline: [declineOffer, (holder: Holder) => holder],
} as const
const stepNames = Object.keys(steps)

/** The forms of the start: the steps of the booking, the briefings, and the address of a traveler. */
export function overviewForms({ keys }: FastifyInstance, holder: Holder) {
  const caller = callerOf(holder, keys)
  return {
    ...stepForms(holder, caller),
    ...messageForms(holder),
    ...feedbackForms(holder),
    ...reportForms(holder, keys),
    // A traveler sees nothing of the money, and pays nothing.
    ...(holder.own ? {} : payForm(holder.booking, keys)),
    ...attendanceForms(async () => {
      return (holder.own ? provedOnly(holder) : ownerOnly(holder)).reader
    }),
    ...(holder.own && {
      confirm: form(Type.Object({}), async (tx) => {
        await confirmAddress(tx, holder.own?.traveler ?? 0)
        return undefined
      }),
    }),
  }
}

const stepForms = (holder: Holder, caller: ReturnType<typeof callerOf>) =>
  holder.own
    ? {}
    : Object.fromEntries(
        Object.entries(steps).map(([name, [act, mayTake]]) => [
          name,
          form(Type.Object({}), async (tx) => {
            await act(tx, mayTake(holder).booking, caller)
            return undefined
          }),
        ]),
      )
