import { useSay } from '../../kit/words.ts'
import { Card } from '../../ui/card.tsx'
import { SubjectLink } from '../../ui/subject-link.tsx'
import css from './one.module.css'
import { type OnePerson, rowsOf } from './shared/words.ts'

type Props = { person: OnePerson; chosen: number[]; choose: (records: number[]) => void; split?: () => void }

/** All records of this person; those that belong to somebody else are ticked and moved to a new person. */
export const Records = ({ person, chosen, choose, split }: Props) => {
  const say = useSay()
  const rows = rowsOf(say, person)
  const maySplit = split !== undefined && rows.length > 1
  const toggle = (record: number) =>
    choose(chosen.includes(record) ? chosen.filter((each) => each !== record) : [...chosen, record])
  return (
    <Card
      title={say('訂單、旅行與帳號', 'Bookings, trips and accounts')}
      count={rows.length}
      aside={
        maySplit &&
        chosen.length > 0 && (
          <button type="button" className="button more" onClick={split}>
            {say(`拆出 ${chosen.length} 筆…`, `Split off ${chosen.length}…`)}
          </button>
        )
      }
    >
      <ul className={css.records}>
        {rows.map(({ record, subject, what, about }) => (
          <li key={record}>
            {maySplit && (
              <input
                type="checkbox"
                aria-label={say(`不是此人：${what} ${about}`, `Not this person: ${what} ${about}`)}
                checked={chosen.includes(record)}
                onChange={() => toggle(record)}
              />
            )}
            <span className={css.what}>
              <SubjectLink subject={subject}>{what}</SubjectLink>
              <span className="small soft"> {about}</span>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
