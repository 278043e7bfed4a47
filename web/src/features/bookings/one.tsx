import { Link, useParams, useSearch } from '@tanstack/react-router'
import { inviteBookingCustomer, sendBookingReceipt } from 'guidon-sdk'
import { consentHowWords } from 'guidon-sdk/words'
import { type ComponentType, type LazyExoticComponent, Suspense } from 'react'
import { dayAndTime, shortDay } from '../../kit/days.ts'
import { useHouse } from '../../kit/house.ts'
import { lazy } from '../../kit/lazy.ts'
import { seesTravelers, useMe } from '../../kit/me.ts'
import { editsBookings, isAdmin, readsMessages, recordsPayments } from '../../kit/roles.ts'
import { nameOf, type Say, useSay } from '../../kit/words.ts'
import { ActButton } from '../../ui/act-button.tsx'
import { BackLink } from '../../ui/back-link.tsx'
import { Card } from '../../ui/card.tsx'
import { NearDay } from '../../ui/days/near-day.ts'
import { Loading } from '../../ui/empty.tsx'
import { Facts } from '../../ui/facts.tsx'
import { OpenButton } from '../../ui/open-button.tsx'
import { type Tab, Tabs } from '../../ui/tabs.tsx'
import { KeptPapers } from './kept-papers.tsx'
import { Money } from './money.tsx'
import { Papers } from './papers.tsx'
import { type Booking, useBooking } from './queries.ts'
import type { BookingTab } from './search.ts'
import { BookingBadge } from './shared/badge.tsx'
import { Steps } from './steps.tsx'
import { Travelers } from './travelers.tsx'

const ChangeRequests = lazy(() => import('./shared/change-requests.tsx'))
const Extras = lazy(() => import('../requests/shared/extras.tsx'))
const EditSheet = lazy(() => import('./edit-sheet.tsx'))
const parts: Record<BookingTab, LazyExoticComponent<ComponentType<{ booking: Booking }>>> = {
  messages: lazy(() => import('./messages.tsx')),
  history: lazy(() => import('./history.tsx')),
}
const LinkSheet = lazy(() => import('./link-sheet.tsx'))
const PublicationSheet = lazy(() => import('../trips/shared/publication-sheet.tsx'))
const TermsSheet = lazy(() => import('./terms-sheet.tsx'))

/** One booking: its people, their papers, its money, what may be done, and what it has been through. */
export default function OneBooking() {
  const id = Number(useParams({ from: '/signed-in/bookings/$id' }).id)
  const say = useSay()
  const { tab } = useSearch({ from: '/signed-in/bookings/$id' })
  const { data: booking } = useBooking(id)
  if (!booking) return <Loading />
  const Part = tab ? parts[tab] : Overview
  return (
    <NearDay value={booking.trip.departure_date}>
      <div className="page">
        <Heading booking={booking} />
        <Tabs label={say('這筆訂單的頁面', 'Pages of this booking')} tabs={tabs} />
        <Suspense fallback={<Loading />}>
          <Part booking={booking} />
        </Suspense>
      </div>
    </NearDay>
  )
}

const tabs: Tab<BookingTab>[] = [
  { words: ['總覽', 'Overview'] },
  { tab: 'messages', words: ['訊息', 'Messages'], isFor: readsMessages },
  { tab: 'history', words: ['往來紀錄', 'History'] },
]

const Overview = ({ booking }: { booking: Booking }) => {
  const mayRead = seesTravelers(useMe())
  return (
    <div className="halves">
      <div className="column">
        {mayRead && booking.travelers.some(({ open_change_request_id }) => open_change_request_id) && (
          <Suspense>
            <ChangeRequests of={{ booking_id: booking.id }} />
          </Suspense>
        )}
        <Travelers booking={booking} />
        <Suspense>
          <Extras of={{ booking_id: booking.id }} among={travelling(booking)} />
        </Suspense>
        <Money booking={booking} />
      </div>
      <div className="column">
        <Steps booking={booking} />
        <FactsCard booking={booking} />
        <Papers booking={booking} />
        <KeptPapers id={booking.id} />
      </div>
    </div>
  )
}

/** The travelers for whom an add-on can be requested. */
const travelling = ({ status, travelers }: Booking) =>
  ['cancelled', 'expired'].includes(status) ? [] : travelers.filter((each) => each.status === 'active')

const Heading = ({ booking: { contact, booking_number, status, trip } }: { booking: Booking }) => {
  const say = useSay()
  const words = `${trip.serial} ${nameOf(say, trip)}`
  return (
    <header className="heading">
      <BackLink to="/bookings">{say('所有訂單', 'All bookings')}</BackLink>
      <div className="line">
        <h1>{contact.name}</h1>
        <BookingBadge status={status} />
      </div>
      <p className="soft">
        {booking_number}・
        <Link className="link" to="/trips/$id" params={{ id: String(trip.id) }}>
          {words}
        </Link>
        ・{shortDay(trip.departure_date)}
      </p>
    </header>
  )
}

const FactsCard = ({ booking }: { booking: Booking }) => {
  const say = useSay()
  const { contact, hold_expires_at, deposit_due_on, balance_due_on, waitlist_position, cancellation } = booking
  const day = (on: string | null) => on && shortDay(on)
  return (
    <Card title={say('資料', 'Details')} aside={<Edit booking={booking} />}>
      <div className="within">
        <Facts
          facts={[
            [say('取消原因', 'Cancellation reason'), cancellation?.reason],
            [say('電話', 'Phone'), contact.phone && <a href={`tel:${contact.phone}`}>{contact.phone}</a>],
            [say('信箱', 'Email'), contact.email && <a href={`mailto:${contact.email}`}>{contact.email}</a>],
            ['LINE', contact.line_id],
            [say('個資同意', 'Privacy consent'), consentIn(say, booking)],
            [say('候補順位', 'Waitlist position'), waitlist_position],
            [say('保留至', 'Held until'), hold_expires_at && dayAndTime(hold_expires_at)],
            [say('訂金期限', 'Deposit due'), day(deposit_due_on)],
            [say('尾款期限', 'Balance due'), day(balance_due_on)],
            [say('客戶備註', 'Note from the customer'), booking.customer_note],
            [say('備註', 'Notes'), booking.notes],
          ]}
        />
        <div className="ways">
          <OpenButton words={['取消條款', 'Cancellation terms']} className="button">
            {(close) => <TermsSheet trip={booking.trip.id} close={close} />}
          </OpenButton>
          <Seen booking={booking} />
          <CustomerLink booking={booking} />
          <Receipt booking={booking} />
          <Invitation booking={booking} />
        </div>
      </div>
    </Card>
  )
}

const consentIn = (say: Say, { privacy_consent_at: at, privacy_consent_how: how }: Booking) =>
  at === null
    ? say('尚未取得', 'Not given yet')
    : [how && say(...consentHowWords[how]), dayAndTime(at)].filter(Boolean).join('・')

/** What the customer saw of the trip when booking; an imported booking has none. */
const Seen = ({ booking: { planned_trip_id, publication_id } }: { booking: Booking }) =>
  publication_id !== null && (
    <OpenButton words={['報名時看到的內容', 'What the customer saw']} className="button">
      {(close) => <PublicationSheet trip={planned_trip_id} publication={publication_id} close={close} />}
    </OpenButton>
  )

/** A link that sales send themselves, by LINE or SMS; an unconfirmed contact gets it by mail only. */
const CustomerLink = ({ booking }: { booking: Booking }) => {
  if (!editsBookings(useMe()) || booking.contact_proved_at === null) return null
  return (
    <OpenButton words={['客戶連結', 'Customer link']} className="button">
      {(close) => <LinkSheet booking={booking.id} close={close} />}
    </OpenButton>
  )
}

/** Mails the contact the receipt again, with a new link to its booking. */
const Receipt = ({ booking: { id, contact, status } }: { booking: Booking }) => {
  const me = useMe()
  if (!recordsPayments(me) || !contact.email || status === 'expired') return null
  return (
    <ActButton
      words={['重寄報名確認信', 'Resend the confirmation mail']}
      sure={['先前寄的連結會失效，確定重寄？', 'Earlier links will stop working. Send it again?']}
      act={(guidon) => sendBookingReceipt(guidon, id)}
      says={[`已寄到 ${contact.email}`, `Sent to ${contact.email}`]}
      changes={[]}
    />
  )
}

/** Invites the contact to an account; sales only the customers of their own bookings. */
const Invitation = ({ booking: { id, contact, customer_user_id, sales_user_id } }: { booking: Booking }) => {
  const me = useMe()
  const isMute = useHouse()?.sends_mail === false
  const isTheirs = isAdmin(me) || sales_user_id === null || sales_user_id === me.id
  if (!editsBookings(me) || !isTheirs || !contact.email || customer_user_id !== null) return null
  return (
    <ActButton
      words={['邀請客戶使用帳號', 'Invite to create an account']}
      act={(guidon) => inviteBookingCustomer(guidon, id)}
      says={
        isMute
          ? ['系統尚未設定郵件伺服器，客戶收不到邀請', 'No mail server is configured, so the invitation cannot be sent']
          : [`邀請已寄到 ${contact.email}`, `Invitation sent to ${contact.email}`]
      }
      changes={[]}
    />
  )
}

const Edit = ({ booking }: { booking: Booking }) =>
  editsBookings(useMe()) && (
    <OpenButton words={['修改', 'Change']}>{(close) => <EditSheet booking={booking} close={close} />}</OpenButton>
  )
