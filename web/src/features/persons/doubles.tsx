import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { listPersonDoubles } from 'guidon-sdk'
import { guidon } from '../../kit/api.ts'
import { useSay } from '../../kit/words.ts'
import { Card } from '../../ui/card.tsx'
import { Empty, Loading } from '../../ui/empty.tsx'
import css from './reasons.module.css'
import { contactIn, Reasons } from './reasons.tsx'

/** Groups of possible duplicates, the strongest reasons first. */
export const Doubles = () => {
  const say = useSay()
  const { data } = useQuery({ queryKey: ['persons', 'doubles'], queryFn: () => listPersonDoubles(guidon) })
  return (
    <Card title={say('可能是同一人', 'May be the same person')} count={data?.meta.total}>
      {!data && <Loading />}
      {data?.data.length === 0 && <Empty why="done">{say('沒有可能重複的客人', 'No possible duplicates')}</Empty>}
      <ul className={css.doubles}>
        {data?.data.map(({ reasons, persons }) => (
          <li key={persons.map(({ id }) => id).join()}>
            <Reasons reasons={reasons} />
            <div className={css.people}>
              {persons.map((person) => (
                <Link key={person.id} to="/persons/$id" params={{ id: String(person.id) }}>
                  <b>{person.name}</b>
                  <span className="small soft">{contactIn(person)}</span>
                  <span className="tiny soft">{say(`${person.records} 筆紀錄`, `${person.records} records`)}</span>
                </Link>
              ))}
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}
