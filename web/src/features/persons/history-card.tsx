import { Link } from '@tanstack/react-router'
import { personCauseWords } from 'guidon-sdk/words'
import { dayAndTime } from '../../kit/days.ts'
import { useSay, type Words } from '../../kit/words.ts'
import { Card } from '../../ui/card.tsx'
import css from './one.module.css'
import type { OnePerson } from './shared/words.ts'

type Change = OnePerson['history'][number]

/** Merges, splits and "different person" decisions, with author and reason. */
export const HistoryCard = ({ person: { id, history } }: { person: OnePerson }) => {
  const say = useSay()
  if (history.length === 0) return null
  return (
    <Card title={say('合併與拆開', 'Merged and split')} count={history.length}>
      <ul className={css.decisions}>
        {history.map((change) => (
          <Decision key={change.id} id={id} change={change} />
        ))}
      </ul>
    </Card>
  )
}

const Decision = ({ id, change }: { id: number; change: Change }) => {
  const say = useSay()
  const { kind, cause, person_id, other_id, by, reason, created_at } = change
  const other = person_id === id ? other_id : person_id
  return (
    <li>
      <p>
        <b>{say(...kinds[kind])}</b>{' '}
        <Link className="link" to="/persons/$id" params={{ id: String(other) }}>
          {say('另一筆資料', 'the other record')}
        </Link>
      </p>
      <p className="small soft">
        {by ?? say(...personCauseWords[cause])}・{dayAndTime(created_at)}
      </p>
      {reason && <p className="small">{reason}</p>}
    </li>
  )
}

const kinds: Record<Change['kind'], Words> = {
  merge: ['合併', 'Merged with'],
  split: ['拆開', 'Split from'],
  distinct: ['不是同一人', 'Different from'],
}
