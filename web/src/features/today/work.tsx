import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { getWork, type Work } from 'guidon-sdk'
import Coffee from '~icons/lucide/coffee'
import { guidon } from '../../kit/api.ts'
import { fromNow, shortDay } from '../../kit/days.ts'
import { useMe } from '../../kit/me.ts'
import { price } from '../../kit/money.ts'
import { decidesApprovals } from '../../kit/roles.ts'
import { nameOf, type Say, useSay } from '../../kit/words.ts'
import { ActButton } from '../../ui/act-button.tsx'
import { Card } from '../../ui/card.tsx'
import { Empty, Loading } from '../../ui/empty.tsx'
import { pageOf, SubjectLink, subjectIn } from '../../ui/subject-link.tsx'
import { ReportActs } from '../bookings/shared/payment-reports/acts.tsx'
import { ReminderActs } from '../bookings/shared/reminders/acts.tsx'
import { EnquiryActs } from '../enquiries/shared/acts.tsx'
import css from './page.module.css'
import type { MorningFilter } from './search.ts'

/** Everything that waits for the reader or the team, incidents first, then what is late; or one group with all its rows. */
export const WorkCards = () => {
  const say = useSay()
  const me = useMe()
  const filter: MorningFilter = useSearch({ from: '/signed-in/' })
  const { data } = useQuery({ queryKey: ['work', filter], queryFn: () => getWork(guidon, filter) })
  if (!data) return <Loading />
  const isListed = decidesApprovals(me) && !filter.for && !filter.group
  const groups = data
    .filter(({ count, key }) => count > 0 && !(isListed && inApprovals.includes(key)))
    .toSorted((a, b) => Number(isAlarm(b)) - Number(isAlarm(a)) || b.overdue - a.overdue)
  return (
    <>
      {filter.group && (
        <Link className="small" to="/" search={{ ...filter, group: undefined }}>
          {say('← 全部工作', '← All work')}
        </Link>
      )}
      {groups.length === 0 && (
        <section className="card">
          <Empty why="done" icon={Coffee}>
            {say('目前沒有待您處理的工作，喝杯茶吧', 'Nothing is waiting for you; have a cup of tea')}
          </Empty>
        </section>
      )}
      {groups.map((group) => (
        <Group key={group.key} group={group} filter={filter} />
      ))}
    </>
  )
}

/** What goes wrong on the road is urgent before anything is late. */
const isAlarm = ({ key }: Work) => key === 'incidents_open'

/** Groups whose rows stand in the card of approvals for whoever has it. */
const inApprovals = ['approvals', 'leave_to_decide']

const SHOWN = 5

const Group = ({ group, filter }: { group: Work; filter: MorningFilter }) => {
  const say = useSay()
  const { key, label, label_en, says, says_en, count, overdue, items } = group
  const shown = filter.group ? items : items.slice(0, SHOWN)
  const more = count - shown.length
  return (
    <Card
      title={say(label, label_en)}
      count={count}
      className={isAlarm(group) ? css.alarm : undefined}
      aside={
        <span className={`more ${overdue ? 'late' : ''}`}>
          {overdue > 0 ? say(`${overdue} 件逾期`, `${overdue} overdue`) : ''}
        </span>
      }
    >
      <p className={`${css.says} small soft`}>{say(says, says_en)}</p>
      <ul className={css.todo}>
        {shown.map((item) => (
          <Item
            key={`${item.record.id} ${item.action.path}`}
            item={item}
            tab={tabOf[key]}
            isReport={key === 'payments_reported'}
            isEnquiry={key === 'enquiries_to_call'}
            isUnpaid={key === 'reminded_in_vain'}
          />
        ))}
      </ul>
      {more > 0 && (
        <p className={`${css.says} small`}>
          {filter.group ? (
            say(`還有 ${more} 件`, `and ${more} more`)
          ) : (
            <Link to="/" search={{ ...filter, group: key as MorningFilter['group'] }}>
              {say(`還有 ${more} 件`, `and ${more} more`)}
            </Link>
          )}
        </p>
      )}
    </Card>
  )
}

/** The tab of the page on which the work of a group is done, if it is not the first one. */
const tabOf: Record<string, 'messages' | 'road'> = {
  booking_messages_unread: 'messages',
  incidents_open: 'road',
  expenses_to_approve: 'road',
}

type ItemProps = {
  item: Work['items'][number]
  tab: 'messages' | 'road' | undefined
  isReport: boolean
  isEnquiry: boolean
  isUnpaid: boolean
}

const Item = ({ item, tab, isReport, isEnquiry, isUnpaid }: ItemProps) => {
  const say = useSay()
  const { record, trip, person, amount, currency, words, reasons, due_on, due_at, urgency, action } = item
  const { number } = record
  const name = record.name && nameOf(say, { name: record.name, name_en: record.name_en })
  const called = name ?? number ?? say('打開', 'Open')
  const due = due_at ?? due_on
  const facts = [
    name && number,
    // A booking's number begins with the serial.
    trip && !number?.startsWith(trip.serial) && trip.serial,
    amount !== null && price(amount, currency ?? undefined),
    person && nameOf(say, person),
  ].filter(Boolean)
  return (
    <li>
      {record.type === 'cheque' ? (
        <Link to="/money" search={{ view: 'cheques', group: 'open' }} className="row-link">
          <b>{called}</b>
        </Link>
      ) : record.type === 'payment_notice' ? (
        <Link to="/money" search={{ view: 'notices', to_see: true }} className="row-link">
          <b>{called}</b>
        </Link>
      ) : record.type === 'bank_line' ? (
        <Link to="/money" search={{ view: 'bank', line: record.id }} className="row-link">
          <b>{called}</b>
        </Link>
      ) : (
        <SubjectLink subject={pageOf(record) ? record : subjectIn(action.path)} tab={tab} className="row-link">
          {called}
        </SubjectLink>
      )}
      {due && (
        <time className={`right small ${urgency === 'overdue' ? 'late' : 'soft'}`} dateTime={due}>
          {due_at ? fromNow(due_at) : shortDay(due)}
        </time>
      )}
      {facts.length > 0 && <span className="sub">{facts.join('・')}</span>}
      {words && !isReport && <q className="sub">{words}</q>}
      {words && isReport && <span className="sub">{transferIn(say, words)}</span>}
      {reasons.length > 0 && (
        <span className="sub">{reasons.map(({ says, says_en }) => say(says, says_en)).join('、')}</span>
      )}
      {isReport && (
        <span className={`${css.press} ${css.several}`}>
          <ReportActs id={Number(action.path.split('/')[3])} about={[called, called]} />
        </span>
      )}
      {isUnpaid && (
        <span className={`${css.press} ${css.several}`}>
          <ReminderActs id={record.id} about={[called, called]} />
        </span>
      )}
      {isEnquiry && (
        <span className={`${css.press} ${css.several}`}>
          <EnquiryActs id={record.id} about={[called, called]} />
        </span>
      )}
      {action.body && action.label && (
        <span className={css.press}>
          <ActButton
            words={[action.label, action.label_en ?? action.label]}
            about={called}
            act={(guidon) => guidon.data(action.method, action.path, {}, { body: action.body })}
            says={['已完成', 'Done']}
            changes={['work']}
          />
        </span>
      )}
    </li>
  )
}

/** `2026-11-30 · 12345`: the day and the last five digits of a transfer that a customer reported. */
const transferIn = (say: Say, words: string) => {
  const [day = '', digits] = words.split(' · ')
  return [
    say(`${shortDay(day)}匯款`, `Paid on ${shortDay(day)}`),
    digits && say(`末五碼 ${digits}`, `account …${digits}`),
  ]
    .filter(Boolean)
    .join('・')
}
