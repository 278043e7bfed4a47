import { Link } from '@tanstack/react-router'
import { departmentWords } from 'guidon-sdk/words/department'
import { priorityWords } from 'guidon-sdk/words/priority'
import { dayAndTime, departs, fromNow, isPast, shortDay } from '../../kit/days.ts'
import { useMe } from '../../kit/me.ts'
import { price } from '../../kit/money.ts'
import { nameOf, useSay } from '../../kit/words.ts'
import { type Column, ListTable } from '../../ui/lists/list-table.tsx'
import type { ListedRequest } from './queries.ts'
import { TurnBadge } from './shared/turn-badge.tsx'
import { partyOf } from './shared/words.ts'

export const RequestTable = ({ rows, sort }: { rows: ListedRequest[]; sort: string | undefined }) => (
  <ListTable className="requests" columns={columns} sort={sort} rows={rows}>
    {(row) => <Row key={row.id} row={row} />}
  </ListTable>
)

const columns: Column[] = [
  { words: ['加購項目', 'Request'], by: 'request_number' },
  { words: ['旅客與團', 'Traveler and trip'] },
  { words: ['輪到誰', 'Whose turn'] },
  { words: ['期限', 'Due'], by: 'due' },
  { words: ['金額', 'Price'], isNumber: true },
]

const Row = ({ row }: { row: ListedRequest }) => {
  const say = useSay()
  return (
    <tr>
      <td>
        <Subject row={row} />
      </td>
      <td>
        {row.traveler.name}
        <span className="sub">
          {row.trip.serial}・{departs(say, row.trip.departure_date)}
        </span>
      </td>
      <td>
        <TurnBadge row={row} />
        {row.next_action && <WaitsFor who={row.next_action.who} />}
      </td>
      <td>
        <Due row={row} />
      </td>
      <td className="number">
        {price(row.final_cost ?? row.offered_price ?? row.quoted_price ?? row.estimated_cost, row.currency)}
      </td>
    </tr>
  )
}

const Subject = ({ row }: { row: ListedRequest }) => {
  const say = useSay()
  const isUrgent = row.priority === 'urgent' || row.priority === 'high'
  return (
    <>
      <Link className="row-link" to="/requests/$id" params={{ id: String(row.id) }}>
        {nameOf(say, row.type)}
        {row.quantity > 1 && ` × ${row.quantity}`}
      </Link>
      {row.unread_count > 0 && (
        <span className="unread">
          {row.unread_count}
          <span className="unseen">{say('則未讀', ' unread')}</span>
        </span>
      )}
      <span className="sub">
        {row.request_number}・{say(...departmentWords[row.department])}
        {isUrgent && <b className="urgent">・{say(...priorityWords[row.priority])}</b>}
      </span>
    </>
  )
}

const WaitsFor = ({ who }: { who: string }) => {
  const say = useSay()
  const isOwn = useMe().role === 'customer' && who === 'customer'
  const [zh, en] = partyOf(who)
  return (
    <span className="sub">{isOwn ? say('輪到您', 'Your turn') : say(`等${zh}`, `Waits for ${en.toLowerCase()}`)}</span>
  )
}

const Due = ({ row: { next_action, response_deadline, needed_by } }: { row: ListedRequest }) => {
  const say = useSay()
  if (!next_action) return <span className="soft">–</span>
  const due = next_action.due ?? response_deadline
  if (due)
    return (
      <time dateTime={due} className={isPast(due) ? 'late' : ''}>
        {fromNow(due)}
        <span className="sub">{dayAndTime(due)}</span>
      </time>
    )
  if (!needed_by) return null
  return <span className="soft">{say(`需在 ${shortDay(needed_by)} 前`, `needed by ${shortDay(needed_by)}`)}</span>
}
