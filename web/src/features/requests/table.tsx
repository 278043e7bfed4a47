import { Link } from '@tanstack/react-router'
import * as label from 'guidon-sdk/labels'
import { departmentWords, priorityWords } from 'guidon-sdk/words'
import { dayAndTime, departs, fromNow, isPast, plainDay } from '../../kit/days.ts'
import { price } from '../../kit/money.ts'
import { nameOf, useSay } from '../../kit/words.ts'
import { ChosenTable } from '../../ui/columns/chosen-table.tsx'
import { type ChosenColumn, stampColumns } from '../../ui/columns/columns.ts'
import { Named } from '../../ui/columns/named.tsx'
import type { Selection } from '../../ui/columns/selection.ts'
import css from './list.module.css'
import type { ListedRequest } from './queries.ts'
import type { RequestFilter } from './search.ts'
import { amountOf } from './shared/amount.ts'
import { TurnBadge } from './shared/turn-badge.tsx'
import { partyOf } from './shared/words.ts'

type Props = { rows: ListedRequest[]; filter: RequestFilter; selection?: Selection | undefined }

export const RequestTable = ({ rows, filter: { show, sort }, selection }: Props) => (
  <ChosenTable
    className={css.requests}
    columns={requestColumns}
    show={show}
    sort={sort}
    rows={rows}
    selection={selection}
    nameOf={({ request_number }) => request_number}
  />
)

export const requestColumns: readonly ChosenColumn<ListedRequest>[] = [
  {
    name: 'request',
    words: ['加購項目', 'Request'],
    by: 'request_number',
    file: ['request_number', 'type.name', 'quantity', 'department'],
    cell: (row) => <Subject row={row} />,
  },
  {
    name: 'traveler',
    words: ['旅客與團', 'Traveler and trip'],
    file: ['traveler.name', 'trip.serial', 'trip.departure_date'],
    cell: (row) => <TravelerCell row={row} />,
  },
  {
    name: 'sales',
    words: label.sales_user_id,
    isExtra: true,
    file: ['sales_user.name'],
    cell: ({ sales_user }) => <Named of={sales_user} />,
  },
  {
    name: 'assignee',
    words: label.assignee_id,
    isExtra: true,
    file: ['assignee.name'],
    cell: ({ assignee }) => <Named of={assignee} />,
  },
  {
    name: 'priority',
    words: ['優先', 'Priority'],
    by: 'priority',
    isExtra: true,
    file: ['priority'],
    cell: (row) => <Priority row={row} />,
  },
  {
    name: 'needed',
    words: label.needed_by,
    by: 'needed_by',
    isExtra: true,
    file: ['needed_by'],
    cell: ({ needed_by }) => needed_by && plainDay(needed_by),
  },
  {
    name: 'answer',
    words: label.response_deadline,
    by: 'response_deadline',
    isExtra: true,
    file: ['response_deadline'],
    cell: ({ response_deadline: at }) => at && dayAndTime(at),
  },
  ...stampColumns,
  {
    name: 'turn',
    words: label.next_action_by,
    file: ['status', 'next_action.who'],
    cell: (row) => (
      <>
        <TurnBadge row={row} />
        {row.next_action && <WaitsFor who={row.next_action.who} />}
      </>
    ),
  },
  { name: 'due', words: label.due_on, by: 'due', file: ['due'], cell: (row) => <Due row={row} /> },
  {
    name: 'price',
    words: ['金額', 'Price'],
    isNumber: true,
    file: ['currency', 'quoted_price', 'accepted_price'],
    cell: (row) => price(amountOf(row), row.currency),
  },
]

const TravelerCell = ({ row: { traveler, trip } }: { row: ListedRequest }) => {
  const say = useSay()
  return (
    <>
      {traveler.name}
      <span className="sub">
        {trip.serial}・{departs(say, trip.departure_date)}
      </span>
    </>
  )
}

const Priority = ({ row: { priority } }: { row: ListedRequest }) => useSay()(...priorityWords[priority])

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
        <span className={css.unread}>
          {row.unread_count}
          <span className="unseen">{say('則未讀', ' unread')}</span>
        </span>
      )}
      <span className="sub">
        {row.request_number}・{say(...departmentWords[row.department])}
        {isUrgent && <b className={css.urgent}>・{say(...priorityWords[row.priority])}</b>}
      </span>
    </>
  )
}

const WaitsFor = ({ who }: { who: string }) => {
  const say = useSay()
  const [zh, en] = partyOf(who)
  return <span className="sub">{say(`待${zh}處理`, `Waiting for ${en.toLowerCase()}`)}</span>
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
  if (!needed_by) return <span className="soft">{say('沒有期限', 'No deadline')}</span>
  return <span className="soft">{say(`${plainDay(needed_by)} 使用`, `needed by ${plainDay(needed_by)}`)}</span>
}
