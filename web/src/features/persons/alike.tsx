import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { listPersonDoubles } from 'guidon-sdk'
import { useState } from 'react'
import { guidon } from '../../kit/api.ts'
import { useSay } from '../../kit/words.ts'
import { Card } from '../../ui/card.tsx'
import { type Decision, DecisionSheet } from './decision-sheet.tsx'
import css from './reasons.module.css'
import { contactIn, Reasons } from './reasons.tsx'
import type { OnePerson, Other } from './shared/words.ts'

/** Possible duplicates of a person; hidden if there are none. */
export const Alike = ({ person, mayDecide }: { person: OnePerson; mayDecide: boolean }) => {
  const say = useSay()
  const [asked, ask] = useState<{ decision: Decision; other: Other }>()
  const { data } = useQuery({
    queryKey: ['persons', person.id, 'doubles'],
    queryFn: () => listPersonDoubles(guidon, { person_id: person.id }),
  })
  const sets = data?.data ?? []
  if (sets.length === 0) return null
  return (
    <Card title={say('可能是同一人', 'May be the same person')} count={sets.length}>
      <ul className={css.doubles}>
        {sets.map(({ reasons, persons }) => (
          <li key={persons.map(({ id }) => id).join()}>
            <Reasons reasons={reasons} />
            {persons
              .filter(({ id }) => id !== person.id)
              .map((other) => (
                <div key={other.id}>
                  <Link className="link" to="/persons/$id" params={{ id: String(other.id) }}>
                    {other.name}
                  </Link>
                  <span className="small soft"> {contactIn(other)}</span>
                  {mayDecide && (
                    <div className="ways">
                      <button type="button" className="button main" onClick={() => ask({ decision: 'merge', other })}>
                        {say('是同一人…', 'The same person…')}
                      </button>
                      <button type="button" className="button" onClick={() => ask({ decision: 'distinct', other })}>
                        {say('不是同一人…', 'Different person…')}
                      </button>
                    </div>
                  )}
                </div>
              ))}
          </li>
        ))}
      </ul>
      {asked && <DecisionSheet person={person} {...asked} close={() => ask(undefined)} />}
    </Card>
  )
}
