import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { getPerson } from 'guidon-sdk'
import { useState } from 'react'
import { guidon } from '../../kit/api.ts'
import { useMe } from '../../kit/me.ts'
import { decidesOnPersons, isAdmin } from '../../kit/roles.ts'
import { useSay } from '../../kit/words.ts'
import { BackLink } from '../../ui/back-link.tsx'
import { Loading } from '../../ui/empty.tsx'
import { Heading } from '../../ui/heading.tsx'
import { Alike } from './alike.tsx'
import { useErasure } from './erase.tsx'
import { FactsCard } from './facts-card.tsx'
import { HistoryCard } from './history-card.tsx'
import { Records } from './records.tsx'
import type { OnePerson } from './shared/words.ts'
import { SplitSheet } from './split-sheet.tsx'

/** One person with all bookings, trips and accounts; possible duplicates, merges and splits. */
export default function PersonPage() {
  const id = Number(useParams({ from: '/signed-in/persons/$id' }).id)
  const { data: person } = useQuery({ queryKey: ['persons', id], queryFn: () => getPerson(guidon, id) })
  if (!person) return <Loading />
  return (
    <div className="page">
      <PersonHeading person={person} />
      {person.merged_into !== null ? <Merged into={person.merged_into} /> : <Known person={person} />}
    </div>
  )
}

const Known = ({ person }: { person: OnePerson }) => {
  const mayDecide = decidesOnPersons(useMe())
  const [chosen, choose] = useState<number[]>([])
  const [isSplitting, setSplitting] = useState(false)
  return (
    <div className="halves">
      <div className="column">
        <Alike person={person} mayDecide={mayDecide} />
        <Records
          person={person}
          chosen={chosen}
          choose={choose}
          {...(mayDecide && { split: () => setSplitting(true) })}
        />
      </div>
      <div className="column">
        <FactsCard person={person} mayDecide={mayDecide} />
        <HistoryCard person={person} />
      </div>
      {isSplitting && <SplitSheet person={person} chosen={chosen} close={() => setSplitting(false)} />}
    </div>
  )
}

const PersonHeading = ({ person }: { person: OnePerson }) => {
  const say = useSay()
  const { name, name_en, erased_at, merged_into } = person
  const erasure = useErasure(person)
  return (
    <Heading
      back={<BackLink to="/persons">{say('所有客人', 'All people')}</BackLink>}
      title={name}
      badge={erased_at && <span className="badge turn-over">{say('個資已刪除', 'Erased')}</span>}
      facts={name_en}
      more={[isAdmin(useMe()) && erased_at === null && merged_into === null && erasure]}
    />
  )
}

const Merged = ({ into }: { into: number }) => {
  const say = useSay()
  return (
    <p>
      {say('此人已併入另一筆資料。', 'This person was merged into another record.')}{' '}
      <Link className="link" to="/persons/$id" params={{ id: String(into) }}>
        {say('打開那一筆', 'Open it')}
      </Link>
    </p>
  )
}
