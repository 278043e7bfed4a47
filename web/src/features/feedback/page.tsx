import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { listTripFeedback, type TripFeedback } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import MessageSquareHeart from '~icons/lucide/message-square-heart'
import ThumbsDown from '~icons/lucide/thumbs-down'
import { guidon } from '../../kit/api.ts'
import { shortDay } from '../../kit/days.ts'
import { usePageSize } from '../../kit/page-size.ts'
import { nameOf, useSay } from '../../kit/words.ts'
import { Empty } from '../../ui/empty.tsx'
import { ExportButton } from '../../ui/export/button.tsx'
import { recordFilter } from '../../ui/forms/record-field.tsx'
import { FilterBar } from '../../ui/lists/filter-bar.tsx'
import type { Filter } from '../../ui/lists/filters.ts'
import { ListCard } from '../../ui/lists/list-card.tsx'
import { type Column, ListTable } from '../../ui/lists/list-table.tsx'
import { byBranch } from '../reference/shared/filters.tsx'
import css from './page.module.css'
import type { FeedbackFilter } from './search.ts'
import { LOW, scoreNames } from './shared/scores.ts'

/** What customers answered after their return; each leads to its booking. */
export default function Feedback() {
  const say = useSay()
  const { page: at, sort, ...asked } = useSearch({ from: '/signed-in/feedback' })
  const query = { ...asked, ...(sort && { sort }), ...(at && { page: at }), per_page: usePageSize() }
  const { data: page } = useQuery({
    queryKey: ['feedback', query],
    queryFn: () => listTripFeedback(guidon, query),
    placeholderData: keepPreviousData,
  })
  const filters = { search: asked, filters: feedbackFilters }
  return (
    <div className="page">
      <header>
        <div>
          <h1>{say('旅後問卷', 'Feedback')}</h1>
          <p className="soft small">
            {say('客人回國後的回答，5 分最好。', 'What customers answer after their return; 5 is best.')}
          </p>
        </div>
      </header>
      <FilterBar {...filters}>
        <ExportButton
          path="/api/trip-feedback"
          words={['旅後問卷', 'Feedback']}
          asked={{ ...asked, sort }}
          columns={() => import('guidon-sdk/columns/trip-feedback')}
          isLogged
        />
      </FilterBar>
      <ListCard
        label={say('回答清單', 'List of answers')}
        page={page}
        filters={filters}
        empty={<Empty icon={MessageSquareHeart}>{say('還沒有回答', 'No answers yet')}</Empty>}
      >
        {(rows) => (
          <ListTable columns={columns} sort={sort} rows={rows}>
            {(row) => <Row key={row.id} row={row} />}
          </ListTable>
        )}
      </ListCard>
    </div>
  )
}

const TripFilterField = recordFilter('/api/planned-trips')
const PackageFilterField = recordFilter('/api/packages')
const LeaderFilterField = recordFilter('/api/tour-leaders')

const feedbackFilters: readonly Filter<Omit<FeedbackFilter, 'page' | 'sort'>>[] = [
  { of: 'is_low', words: label.is_low, is: true, icon: ThumbsDown },
  { of: 'planned_trip_id', words: label.planned_trip_id, field: TripFilterField },
  { of: 'package_id', words: label.package_id, field: PackageFilterField },
  { of: 'tour_leader_id', words: label.tour_leader_id, field: LeaderFilterField },
  { from: 'answered_from', to: 'answered_to', words: ['回答日', 'Answered'] },
  { of: 'branch_id', ...byBranch },
]

const columns: Column[] = [
  { words: ['回答日', 'Answered'], by: 'answered_at' },
  { words: ['訂單', 'Booking'] },
  { words: ['團', 'Trip'] },
  { words: label.trip_score, isNumber: true },
  { words: label.leader_score, isNumber: true },
  { words: label.hotels_score, isNumber: true },
  { words: label.meals_score, isNumber: true },
  { words: label.again_score, isNumber: true },
  { words: label.remarks },
]

const Row = ({ row }: { row: TripFeedback }) => {
  const say = useSay()
  const { booking_id, booking, trip, leader, answered_at, remarks } = row
  return (
    <tr>
      <td>{answered_at && shortDay(answered_at)}</td>
      <td>
        <Link className="row-link" to="/bookings/$id" params={{ id: String(booking_id) }}>
          {booking.contact_name}
        </Link>
        <span className="sub">{booking.booking_number}</span>
      </td>
      <td>
        {nameOf(say, trip)}
        <span className="sub">
          {trip.serial}
          {leader && `・${nameOf(say, leader)}`}
        </span>
      </td>
      {scoreNames.map((name) => {
        const score = row[name]
        return (
          <td key={name} className="number">
            {score !== null && score <= LOW ? <b className={css.low}>{score}</b> : (score ?? '—')}
          </td>
        )
      })}
      <td className={css.remarks}>{remarks}</td>
    </tr>
  )
}
