import { useQuery } from '@tanstack/react-query'
import { getWork, type Work } from 'guidon-sdk'
import { guidon } from '../../kit/api.ts'
import { dayWithWeekday, fromNow } from '../../kit/days.ts'
import { nameOf, useSay } from '../../kit/words.ts'
import { Card } from '../../ui/card.tsx'
import { Empty, Loading } from '../../ui/empty.tsx'
import { pageOf, SubjectLink, subjectIn } from '../../ui/subject-link.tsx'

/** Everything that waits for the reader, what is late first. */
export const WorkCards = () => {
  const say = useSay()
  const { data } = useQuery({ queryKey: ['work'], queryFn: () => getWork(guidon) })
  if (!data) return <Loading />
  const groups = data.filter(({ count }) => count > 0).toSorted((a, b) => b.overdue - a.overdue)
  if (groups.length === 0)
    return (
      <section className="card">
        <Empty>{say('沒有等您處理的事，喝杯茶吧', 'Nothing waits for you; have a cup of tea')}</Empty>
      </section>
    )
  return (
    <>
      {groups.map((group) => (
        <Group key={group.key} group={group} />
      ))}
    </>
  )
}

const SHOWN = 5

const Group = ({ group }: { group: Work }) => {
  const say = useSay()
  const { label, label_en, says, says_en, count, overdue, items } = group
  const more = count - Math.min(SHOWN, items.length)
  return (
    <Card
      title={say(label, label_en)}
      count={count}
      aside={
        <span className={`more ${overdue ? 'late' : ''}`}>
          {overdue > 0 ? say(`${overdue} 件逾期`, `${overdue} late`) : ''}
        </span>
      }
    >
      <p className="says small soft">{say(says, says_en)}</p>
      <ul className="todo">
        {items.slice(0, SHOWN).map((item) => (
          <Item key={`${item.record.id} ${item.action.path}`} item={item} />
        ))}
      </ul>
      {more > 0 && <p className="says small soft">{say(`還有 ${more} 件`, `and ${more} more`)}</p>}
    </Card>
  )
}

const Item = ({ item: { record, due_on, due_at, urgency, action } }: { item: Work['items'][number] }) => {
  const say = useSay()
  const { number } = record
  const name = record.name && nameOf(say, { name: record.name, name_en: record.name_en })
  const due = due_at ?? due_on
  return (
    <li>
      <SubjectLink subject={pageOf(record) ? record : subjectIn(action.path)} className="row-link">
        {name ?? number ?? `#${record.id}`}
      </SubjectLink>
      {due && (
        <time className={`right small ${urgency === 'overdue' ? 'late' : 'soft'}`} dateTime={due}>
          {due_at ? fromNow(due_at) : dayWithWeekday(due)}
        </time>
      )}
      {name && number && <span className="sub">{number}</span>}
    </li>
  )
}
