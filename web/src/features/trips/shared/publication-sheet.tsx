import { useQuery } from '@tanstack/react-query'
import { type GetPlannedTripPublication, getPlannedTripPublication } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import type { ReactNode } from 'react'
import { guidon } from '../../../kit/api.ts'
import { dayAndTime, shortDay, span } from '../../../kit/days.ts'
import { price } from '../../../kit/money.ts'
import { nameOf, plural, type Say, useSay } from '../../../kit/words.ts'
import { Loading } from '../../../ui/empty.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { Sheet } from '../../../ui/forms/sheet.tsx'
import { FeeSteps, stepsOf } from '../../bookings/shared/fee-steps.tsx'
import { Meals } from '../../packages/shared/meals.tsx'
import { amounts, amountWords } from '../../packages/shared/price-words.ts'
import css from './publication.module.css'
import { partsIn } from './publication-parts.ts'

type Publication = GetPlannedTripPublication
type Content = Publication['facts']

type Props = { trip: number; publication: number; close: () => void }

/** What visitors read of a trip at a time, and what differs today. */
export default function PublicationSheet({ trip, publication, close }: Props) {
  const say = useSay()
  const { data } = useQuery({
    queryKey: ['trips', trip, 'publications', publication],
    queryFn: () => getPlannedTripPublication(guidon, trip, publication),
  })
  return (
    <Sheet title={say('客戶看到的行程內容', 'What customers saw')} close={close}>
      {data ? <Whole publication={data} /> : <Loading />}
    </Sheet>
  )
}

const Whole = ({
  publication: { number, shown_from, shown_until, differs_today, facts },
}: {
  publication: Publication
}) => {
  const say = useSay()
  const from = dayAndTime(shown_from)
  const until = shown_until && dayAndTime(shown_until)
  return (
    <div className={css.publication}>
      <p className="small soft">
        {say(`第 ${number} 版`, `Version ${number}`)}・
        {until ? `${from} – ${until}` : say(`${from} 起`, `since ${from}`)}
      </p>
      <p className={differs_today.length ? 'late' : undefined} role="status">
        {differs_today.length
          ? say(`與今天不同：${partsIn(say, differs_today)}`, `Different today: ${partsIn(say, differs_today)}`)
          : say('與今天的內容相同', 'The same as today')}
      </p>
      <About facts={facts} />
      <Days segments={facts.segments} />
      <Flights flights={facts.flights} />
      <Prices facts={facts} />
      <Cancellation facts={facts} />
      <Lines title={say(...label.inclusions)} lines={linesIn(say, facts.inclusions, facts.inclusions_en)} />
      <Lines title={say(...label.exclusions)} lines={linesIn(say, facts.exclusions, facts.exclusions_en)} />
      <Text title={say(...label.important_notes)} text={textIn(say, facts.important_notes, facts.important_notes_en)} />
    </div>
  )
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section>
    <h3>{title}</h3>
    {children}
  </section>
)

const Lines = ({ title, lines }: { title: string; lines: readonly string[] }) =>
  lines.length > 0 && (
    <Part title={title}>
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </Part>
  )

const Text = ({ title, text }: { title: string; text: string }) =>
  text && (
    <Part title={title}>
      <p className={css.lines}>{text}</p>
    </Part>
  )

/** In the reader's language, or in the other one if there is nothing in it. */
const textIn = (say: Say, zh: string | null, en: string | null) => say(zh || en || '', en || zh || '')
const linesIn = (say: Say, zh: string[] | null, en: string[] | null) =>
  textIn(say, (zh ?? []).join('\n'), (en ?? []).join('\n'))
    .split('\n')
    .filter(Boolean)

const About = ({ facts }: { facts: Content }) => {
  const say = useSay()
  const { departure_date, return_date, min_pax, capacity, highlights } = facts
  const subtitle = textIn(say, facts.subtitle, facts.subtitle_en)
  return (
    <Part title={nameOf(say, facts)}>
      {subtitle && <p>{subtitle}</p>}
      <Facts
        facts={[
          [say('日期', 'Dates'), span(departure_date, return_date)],
          [say(...label.min_pax), min_pax],
          [say(...label.capacity), capacity],
          [say(...label.highlights), highlights.join(say('、', ', '))],
        ]}
      />
      <p className={css.lines}>{textIn(say, facts.description, facts.description_en)}</p>
    </Part>
  )
}

const Days = ({ segments }: { segments: Content['segments'] }) => {
  const say = useSay()
  return (
    <Part title={say(...label.segments)}>
      <ol>
        {segments.map((segment) => (
          <DayOfTrip key={segment.day_from} segment={segment} />
        ))}
      </ol>
    </Part>
  )
}

const DayOfTrip = ({ segment }: { segment: Content['segments'][number] }) => {
  const say = useSay()
  const { day_from, day_to, hotel, cities } = segment
  const days = day_from === day_to ? day_from : `${day_from}–${day_to}`
  const text = textIn(say, segment.description, segment.description_en)
  return (
    <li>
      <b>{`${say(`第 ${days} 天`, `Day ${days}`)}・${textIn(say, segment.title, segment.title_en)}`}</b>
      {cities.length > 0 && (
        <p className="small soft">{cities.map((city) => nameOf(say, city)).join(say('、', ', '))}</p>
      )}
      {text && <p className="small">{text}</p>}
      <Meals segment={segment} />
      {hotel && (
        <p className="small">
          {say('飯店：', 'Hotel: ')}
          {nameOf(say, hotel)}
          {isFirm(say, hotel)}
        </p>
      )}
    </li>
  )
}

const isFirm = (say: Say, { is_confirmed }: { is_confirmed: boolean }) =>
  is_confirmed && say('（已確認）', ' (confirmed)')

const Flights = ({ flights }: { flights: Content['flights'] }) => {
  const say = useSay()
  if (flights.length === 0) return null
  return (
    <Part title={say(...label.flights)}>
      <ul>
        {flights.map((flight) => {
          const { flight_number, origin, destination, departs_local, arrives_local } = flight
          return (
            <li key={`${flight_number} ${departs_local}`}>
              <b>{flight_number}</b> {shortDay(departs_local.slice(0, 10))}・
              {`${origin} ${departs_local.slice(11)} → ${destination} ${arrives_local.slice(11)}`}
              {isFirm(say, flight)}
            </li>
          )
        })}
      </ul>
    </Part>
  )
}

const Prices = ({ facts: { prices, currency, payment_policy } }: { facts: Content }) => {
  const say = useSay()
  const asked = amounts.filter((each) => each !== 'deposit')
  return (
    <Part title={say('價格與付款', 'Prices and payment')}>
      <Facts
        facts={[
          ...asked.map((each) => [say(...amountWords[each]), prices && priced(prices[each], currency)] as const),
          [say(...amountWords.deposit), payment_policy && priced(payment_policy.deposit, currency)],
          [
            say('尾款', 'Balance'),
            payment_policy &&
              say(
                `出發前 ${payment_policy.balance_days_before} 天`,
                `${plural(payment_policy.balance_days_before, 'day')} before departure`,
              ),
          ],
        ]}
      />
    </Part>
  )
}

const priced = (amount: number | null, currency: string | null) =>
  amount !== null && price(amount, currency ?? undefined)

const Cancellation = ({ facts: { cancellation_policy, departure_date } }: { facts: Content }) => {
  const say = useSay()
  if (!cancellation_policy?.length) return null
  return (
    <Part title={say(...label.cancellation_policy)}>
      <FeeSteps steps={stepsOf(cancellation_policy)} departure={departure_date} />
    </Part>
  )
}
