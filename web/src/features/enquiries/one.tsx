import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import {
  type GetEnquiry,
  getEnquiry,
  handOverEnquiry,
  listEnquiryHistory,
  quoteEnquiry,
  reopenEnquiry,
} from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { lostReasonWords } from 'guidon-sdk/words'
import { Suspense } from 'react'
import Ban from '~icons/lucide/ban'
import Link2 from '~icons/lucide/link-2'
import UserRoundPlus from '~icons/lucide/user-round-plus'
import { guidon } from '../../kit/api.ts'
import { type Day, plainDay, timeOf } from '../../kit/days.ts'
import { lazy } from '../../kit/lazy.ts'
import { useMe } from '../../kit/me.ts'
import { price } from '../../kit/money.ts'
import { nameOf, useSay } from '../../kit/words.ts'
import { ActButton } from '../../ui/act-button.tsx'
import { BackLink } from '../../ui/back-link.tsx'
import { Card } from '../../ui/card.tsx'
import { Edit } from '../../ui/edit.tsx'
import { Loading } from '../../ui/empty.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Heading } from '../../ui/heading.tsx'
import { Next } from '../../ui/next.tsx'
import { OpenButton } from '../../ui/open-button.tsx'
import EnquirySheet from './enquiry-sheet.tsx'
import css from './page.module.css'
import LoseSheet from './shared/lose-sheet.tsx'
import { NoteForm } from './shared/note-form.tsx'
import { BookSheet, HandOverEnquirySheet, LinkSheet } from './step-sheets.tsx'
import { sourceIn, statusHues, statusIn, travelIn } from './words.ts'

// The words of all fields that an act may name come with it.
const Act = lazy(() => import('./act.tsx'))

type Props = { enquiry: GetEnquiry }

/** One enquiry: what is wished, who calls again and when, what was said. */
export default function OneEnquiry() {
  const id = Number(useParams({ from: '/signed-in/enquiries/$id' }).id)
  const { data: enquiry } = useQuery({ queryKey: ['enquiries', id], queryFn: () => getEnquiry(guidon, id) })
  if (!enquiry) return <Loading />
  const isOpen = enquiry.ended_at === null
  return (
    <div className="page">
      <EnquiryHeading enquiry={enquiry} />
      {isOpen ? <WhatIsNext enquiry={enquiry} /> : <Ended enquiry={enquiry} />}
      <div className="halves">
        <div className="column">
          <Wished enquiry={enquiry} />
        </div>
        <div className="column">
          <History enquiry={enquiry} />
        </div>
      </div>
    </div>
  )
}

const EnquiryHeading = ({ enquiry }: Props) => {
  const say = useSay()
  const may = (step: GetEnquiry['possible'][number]) => enquiry.possible.includes(step)
  const isOpen = enquiry.ended_at === null
  return (
    <Heading
      back={<BackLink to="/enquiries">{say('所有洽詢', 'All enquiries')}</BackLink>}
      title={enquiry.name}
      badge={<span className={`badge ${statusHues[enquiry.status]}`}>{statusIn(say, enquiry)}</span>}
      facts={`${enquiry.enquiry_number}・${sourceIn(say, enquiry)}・${enquiry.sales_user ? nameOf(say, enquiry.sales_user) : say(...label.is_unowned)}`}
      main={<Edit>{(close) => <EnquirySheet enquiry={enquiry} close={close} />}</Edit>}
      more={[
        isOpen && {
          words: ['移交', 'Hand over'],
          icon: UserRoundPlus,
          sheet: (close) => <HandOverEnquirySheet enquiry={enquiry} close={close} />,
        },
        may('link') && {
          words: ['連結訂單', 'Link a booking'],
          icon: Link2,
          sheet: (close) => <LinkSheet enquiry={enquiry} close={close} />,
        },
        may('lose') && {
          words: ['改為未成交', 'Mark as lost'],
          icon: Ban,
          sheet: (close) => <LoseSheet enquiry={enquiry} close={close} />,
        },
      ]}
    />
  )
}

const changes = ['enquiries', 'work'] as const

/** The call, and what follows from it. */
const WhatIsNext = ({ enquiry }: Props) => {
  const say = useSay()
  const me = useMe()
  const { id, version, follow_up_on, is_overdue, possible, sales_user_id } = enquiry
  const day = plainDay(follow_up_on)
  return (
    <Next>
      <p className={is_overdue ? 'late' : ''}>
        {is_overdue
          ? say(`原訂 ${day} 聯絡，已逾期。`, `The call was due on ${day}.`)
          : say(
              `${day} 聯絡，聯絡後在「往來紀錄」寫下結果與下次聯絡日。`,
              `Call on ${day}, then write below what was said and when to call again.`,
            )}
      </p>
      {possible.includes('book') && (
        <OpenButton words={['建立訂單', 'Make a booking']} className="button main">
          {(close) => <BookSheet enquiry={enquiry} close={close} />}
        </OpenButton>
      )}
      {possible.includes('quote') && (
        <ActButton
          words={['已報價', 'Quoted']}
          act={(service) => quoteEnquiry(service, id, { version })}
          says={['已改為已報價', 'Marked as quoted']}
          changes={changes}
        />
      )}
      {sales_user_id === null && me.roles.includes('sales') && (
        <ActButton
          words={['由我負責', 'Take it']}
          act={(service) => handOverEnquiry(service, id, { sales_user_id: me.id }, { version })}
          says={['由您負責', 'It is yours']}
          changes={changes}
        />
      )}
    </Next>
  )
}

const Ended = ({ enquiry: { id, version, bookings, lost_reason, lost_note, possible } }: Props) => {
  const say = useSay()
  return (
    <Card title={say('結果', 'What came of it')}>
      <div className={css.inside}>
        {lost_reason && (
          <p>
            {say(...lostReasonWords[lost_reason])}
            {lost_note && `：${lost_note}`}
          </p>
        )}
        {bookings.map((booking) => (
          <p key={booking.id}>
            <Link className="link" to="/bookings/$id" params={{ id: String(booking.id) }}>
              {booking.booking_number}
            </Link>
          </p>
        ))}
        {possible.includes('reopen') && (
          <ActButton
            words={['重新開啟', 'Open again']}
            act={(service) => reopenEnquiry(service, id, { version })}
            says={['已重新開啟', 'Open again']}
            changes={changes}
          />
        )}
      </div>
    </Card>
  )
}

const Wished = ({ enquiry }: Props) => {
  const say = useSay()
  const { phone, email, line_id, wish, area, country, trip, people, budget, duplicates, branch, created_at } = enquiry
  return (
    <Card title={say('想要什麼', 'What is wished')}>
      {wish && <p className={css.words}>{wish}</p>}
      {duplicates.length > 0 && (
        <p className="late">
          {say('同一電話或信箱還有：', 'The same telephone or address also has: ')}
          {duplicates.map((other) => (
            <Link key={other.id} className="link" to="/enquiries/$id" params={{ id: String(other.id) }}>
              {other.enquiry_number} {other.name}{' '}
            </Link>
          ))}
        </p>
      )}
      <Facts
        facts={[
          [say(...label.phone), phone && <a href={`tel:${phone}`}>{phone}</a>],
          [say(...label.line_id), line_id],
          [say(...label.email), email && <a href={`mailto:${email}`}>{email}</a>],
          [say(...label.planned_trip_id), trip && <TripLink trip={trip} />],
          [say(...label.package_id), enquiry.package && nameOf(say, enquiry.package)],
          [say(...label.area_id), area && nameOf(say, area)],
          [say(...label.country_id), country && nameOf(say, country)],
          [say('想出發的日子', 'Would leave'), travelIn(enquiry)],
          [say(...label.people), people],
          [say(...label.budget), budget !== null && price(budget, undefined)],
          [say(...label.branch_id), branch && nameOf(say, branch)],
          [say(...label.created_at), `${plainDay(dayOf(created_at))} ${timeOf(created_at)}`],
        ]}
      />
    </Card>
  )
}

const dayOf = (moment: string) => moment.slice(0, 10) as Day

const TripLink = ({ trip: { id, serial } }: { trip: NonNullable<GetEnquiry['trip']> }) => (
  <Link className="link" to="/trips/$id" params={{ id: String(id) }}>
    {serial}
  </Link>
)

/** What was said and done, the latest first. */
const History = ({ enquiry }: Props) => {
  const say = useSay()
  const { id, ended_at } = enquiry
  const { data: acts } = useQuery({
    queryKey: ['enquiries', id, 'history'],
    queryFn: () => listEnquiryHistory(guidon, id),
  })
  return (
    <Card title={say('往來紀錄', 'History')} count={acts?.length}>
      {ended_at === null && (
        <div className={css.inside}>
          <NoteForm id={id} version={enquiry.version} send={['加入備註', 'Add the note']} />
        </div>
      )}
      {!acts && <Loading />}
      <ol className={`${css.notes} ${css.inside}`} aria-label={say('往來紀錄', 'History')}>
        {acts?.map((act, nth) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: acts have no number, and keep their order.
          <li key={nth}>
            <Suspense>
              <Act act={act} />
            </Suspense>
          </li>
        ))}
      </ol>
    </Card>
  )
}
