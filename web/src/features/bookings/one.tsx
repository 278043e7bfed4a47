import { Link, useParams, useSearch } from '@tanstack/react-router'
import { telephoneAddress } from 'guidon-design/formats'
import * as label from 'guidon-sdk/labels'
import { consentHowWords } from 'guidon-sdk/words'
import { type ComponentType, type LazyExoticComponent, Suspense } from 'react'
import { dayAndTime, shortDay, today } from '../../kit/days.ts'
import { useHouse } from '../../kit/house.ts'
import { lazy } from '../../kit/lazy.ts'
import { isStaff, seesTravelers, useMe } from '../../kit/me.ts'
import { NearDay } from '../../kit/near-day.ts'
import { editsBookings, readsMessages } from '../../kit/roles.ts'
import { nameOf, type Say, useSay } from '../../kit/words.ts'
import { BackLink } from '../../ui/back-link.tsx'
import { Card } from '../../ui/card.tsx'
import { Edit } from '../../ui/edit.tsx'
import { Loading } from '../../ui/empty.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Heading } from '../../ui/heading.tsx'
import { type Tab, Tabs } from '../../ui/tabs.tsx'
import { useBookingActs } from './acts.tsx'
import { KeptPapers } from './kept-papers.tsx'
import { Money } from './money.tsx'
import { Papers } from './papers.tsx'
import { type Booking, useBooking } from './queries.ts'
import type { BookingTab } from './search.ts'
import { BookingBadge } from './shared/badge.tsx'
import { Steps } from './steps.tsx'
import { Travelers } from './travelers.tsx'

const CancellationRequestCard = lazy(() => import('./cancellation-request.tsx'))
const FeedbackOfBooking = lazy(() => import('./feedback.tsx'))
const PaymentReports = lazy(() => import('./payment-reports.tsx'))
const Cheques = lazy(() => import('./cheques.tsx'))
const LegalReceipts = lazy(() => import('./legal-receipts.tsx'))
const PaymentRequests = lazy(() => import('./payment-requests.tsx'))
const ChangeRequests = lazy(() => import('./shared/change-requests.tsx'))
const Extras = lazy(() => import('../requests/shared/extras.tsx'))
const LineLinkCard = lazy(() => import('../line/shared/link-card.tsx'))
const EditSheet = lazy(() => import('./edit-sheet.tsx'))
const parts: Record<BookingTab, LazyExoticComponent<ComponentType<{ booking: Booking }>>> = {
  messages: lazy(() => import('./messages.tsx')),
  history: lazy(() => import('./history.tsx')),
}

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
        <BookingHeading booking={booking} />
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
  const me = useMe()
  const mayRead = seesTravelers(me)
  const usesLine = useHouse()?.uses_line === true
  return (
    <>
      <Steps booking={booking} />
      <div className="halves">
        <div className="column">
          {booking.open_cancellation_request_id !== null && (
            <Suspense>
              <CancellationRequestCard booking={booking} id={booking.open_cancellation_request_id} />
            </Suspense>
          )}
          {booking.reported_payments > 0 && (
            <Suspense>
              <PaymentReports booking={booking.id} />
            </Suspense>
          )}
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
          <Suspense>
            <PaymentRequests booking={booking} />
          </Suspense>
          <Suspense>
            <Cheques booking={booking} />
          </Suspense>
          <Suspense>
            <LegalReceipts booking={booking} />
          </Suspense>
        </div>
        <div className="column">
          <FactsCard booking={booking} />
          {usesLine && editsBookings(me) && (
            <Suspense>
              <LineLinkCard booking={booking.id} />
            </Suspense>
          )}
          <Papers booking={booking} />
          <KeptPapers id={booking.id} />
          {mayRead && booking.trip.return_date < today() && (
            <Suspense>
              <FeedbackOfBooking booking={booking} />
            </Suspense>
          )}
        </div>
      </div>
    </>
  )
}

/** The travelers for whom an add-on can be requested. */
const travelling = ({ status, travelers }: Booking) =>
  ['cancelled', 'expired'].includes(status) ? [] : travelers.filter((each) => each.status === 'active')

const BookingHeading = ({ booking }: { booking: Booking }) => {
  const say = useSay()
  const { contact, booking_number, status, trip } = booking
  const words = `${trip.serial} ${nameOf(say, trip)}`
  return (
    <Heading
      back={<BackLink to="/bookings">{say('所有訂單', 'All bookings')}</BackLink>}
      title={contact.name}
      badge={<BookingBadge status={status} />}
      facts={
        <>
          {booking_number}・
          <Link className="link" to="/trips/$id" params={{ id: String(trip.id) }}>
            {words}
          </Link>
          ・{shortDay(trip.departure_date)}
        </>
      }
      main={editsBookings(useMe()) && <Edit>{(close) => <EditSheet booking={booking} close={close} />}</Edit>}
      more={useBookingActs(booking)}
    />
  )
}

const FactsCard = ({ booking }: { booking: Booking }) => {
  const say = useSay()
  const { contact, hold_expires_at, deposit_due_on, balance_due_on, waitlist_position, cancellation, sales_user } =
    booking
  const me = useMe()
  const day = (on: string | null) => on && shortDay(on)
  return (
    <Card title={say('資料', 'Details')}>
      <div className="within">
        <Facts
          facts={[
            [
              say(...label.sales_user_id),
              isStaff(me) && (sales_user ? nameOf(say, sales_user) : say(...label.is_unowned)),
            ],
            [
              say(...label.cancel_reason),
              cancellation?.reason && say(cancellation.reason, cancellation.reason_en ?? cancellation.reason),
            ],
            [say(...label.phone), contact.phone && <a href={telephoneAddress(contact.phone)}>{contact.phone}</a>],
            [say(...label.email), contact.email && <a href={`mailto:${contact.email}`}>{contact.email}</a>],
            ['LINE', contact.line_id],
            [say('個資同意', 'Privacy consent'), consentIn(say, booking)],
            [say(...label.waitlist_position), waitlist_position],
            [say(...label.hold_expires_at), hold_expires_at && dayAndTime(hold_expires_at)],
            [say(...label.deposit_due_on), day(deposit_due_on)],
            [say(...label.balance_due_on), day(balance_due_on)],
            [say(...label.customer_note), booking.customer_note],
            [say(...label.notes), booking.notes],
          ]}
        />
      </div>
    </Card>
  )
}

const consentIn = (say: Say, { privacy_consent_at: at, privacy_consent_how: how }: Booking) =>
  at === null
    ? say('尚未取得', 'Not given yet')
    : [how && say(...consentHowWords[how]), dayAndTime(at)].filter(Boolean).join('・')
