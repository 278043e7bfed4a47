import { Link } from '@tanstack/react-router'
import { span } from '../../kit/days.ts'
import { lazy } from '../../kit/lazy.ts'
import { useMe } from '../../kit/me.ts'
import { price } from '../../kit/money.ts'
import { editsBookings, seesBookings, seesPersons, seesTrips } from '../../kit/roles.ts'
import { nameOf, useSay } from '../../kit/words.ts'
import { BackLink } from '../../ui/back-link.tsx'
import { OpenButton } from '../../ui/open-button.tsx'
import { BookingBadge } from '../bookings/shared/badge.tsx'
import css from './page.module.css'
import type { OpenThread } from './queries.ts'
import type { MessagesFilter } from './search.ts'

const LinkSheet = lazy(() => import('../bookings/shared/link-sheet.tsx'))

/** So many bookings are shown at once; more of them on demand. */
const FIRST = 3

/** What is known of the person beside the thread: who it is, and what it has booked, the next trip first. */
export const Beside = ({ thread, filter }: { thread: OpenThread; filter: MessagesFilter }) => {
  const say = useSay()
  const mayOpen = seesPersons(useMe())
  const { person, display_name, bookings } = thread
  const { facts: _facts, ...back } = filter
  return (
    <aside className={css.beside} aria-label={say('行程與訂單', 'Trip and bookings')}>
      <div className={css.ofPhone}>
        <BackLink to="/messages" search={back}>
          {say('回到對話', 'Back to the thread')}
        </BackLink>
      </div>
      <section className="card">
        <div className={`within ${css.person}`}>
          {person ? (
            <>
              <b>
                {mayOpen ? (
                  <Link className="link" to="/persons/$id" params={{ id: String(person.id) }}>
                    {nameOf(say, person)}
                  </Link>
                ) : (
                  nameOf(say, person)
                )}
              </b>
              <span className="small soft">
                {say('LINE 名稱', 'Name on LINE')} {display_name ?? '—'}
              </span>
            </>
          ) : (
            <>
              <b>{display_name ?? say('還不知道是誰', 'Not known yet')}</b>
              <span className="small soft">
                {say(
                  '還沒有連結。請對方開啟訂單頁的 LINE 代碼，或在訂單的「LINE」出示 QR Code。',
                  'Not linked yet: let them open the LINE code on the page of their booking, or show the QR code at “LINE” of the booking.',
                )}
              </span>
            </>
          )}
        </div>
      </section>
      <Bookings bookings={bookings.slice(0, FIRST)} />
      {bookings.length > FIRST && (
        <details className={css.older}>
          <summary className="small">
            {say(`另外 ${bookings.length - FIRST} 筆訂單`, `${bookings.length - FIRST} more bookings`)}
          </summary>
          <Bookings bookings={bookings.slice(FIRST)} />
        </details>
      )}
    </aside>
  )
}

type Booking = OpenThread['bookings'][number]

const Bookings = ({ bookings }: { bookings: readonly Booking[] }) => (
  <>
    {bookings.map((booking) => (
      <BookingCard key={booking.id} booking={booking} />
    ))}
  </>
)

const BookingCard = ({ booking }: { booking: Booking }) => {
  const say = useSay()
  const me = useMe()
  const { id, booking_number, status, balance, currency, open_extras, trip } = booking
  const params = { id: String(id) }
  return (
    <section className="card" aria-label={booking_number}>
      <div className={`within ${css.booking}`}>
        <p className={css.trip}>
          {seesTrips(me) ? (
            <Link className="link" to="/trips/$id" params={{ id: String(trip.id) }}>
              {trip.serial}
            </Link>
          ) : (
            trip.serial
          )}
          <BookingBadge status={status} />
        </p>
        <p>{nameOf(say, trip)}</p>
        <p className="small soft">{span(trip.departure_date, trip.return_date)}</p>
        <dl className="facts sums">
          <div>
            <dt>{say('訂單', 'Booking')}</dt>
            <dd>
              {seesBookings(me) ? (
                <Link className="link" to="/bookings/$id" params={params}>
                  {booking_number}
                </Link>
              ) : (
                booking_number
              )}
            </dd>
          </div>
          <div>
            <dt>{say('未付', 'To be paid')}</dt>
            <dd>{price(Number(balance), currency)}</dd>
          </div>
          {open_extras > 0 && (
            <div>
              <dt>{say('處理中的加購', 'Add-ons under way')}</dt>
              <dd>
                {seesBookings(me) ? (
                  <Link className="link" to="/bookings/$id" params={params}>
                    {say(`${open_extras} 件`, String(open_extras))}
                  </Link>
                ) : (
                  open_extras
                )}
              </dd>
            </div>
          )}
        </dl>
        {editsBookings(me) && (
          <OpenButton words={['客戶連結…', 'Customer link…']} about={[booking_number, booking_number]}>
            {(close) => <LinkSheet booking={id} close={close} />}
          </OpenButton>
        )}
      </div>
    </section>
  )
}
