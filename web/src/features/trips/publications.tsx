import type { PlannedTripPublication } from 'guidon-sdk'
import { useState } from 'react'
import Eye from '~icons/lucide/eye'
import { dayAndTime } from '../../kit/days.ts'
import { lazy } from '../../kit/lazy.ts'
import { useSay, type Words } from '../../kit/words.ts'
import { Card } from '../../ui/card.tsx'
import { Empty, Loading } from '../../ui/empty.tsx'
import { OpenButton } from '../../ui/open-button.tsx'
import css from './history.module.css'
import { usePublications } from './queries.ts'
import { partsIn } from './shared/publication-parts.ts'

const PublicationSheet = lazy(() => import('./shared/publication-sheet.tsx'))

/** What visitors could read of the trip over time. It is seldom asked for, so it is read on demand. */
export const Publications = ({ trip }: { trip: number }) => {
  const say = useSay()
  const [isWanted, setWanted] = useState(false)
  const publications = usePublications(trip, isWanted)
  return (
    <Card title={say('客戶看到的行程內容', 'What customers saw')} count={publications?.length}>
      {!isWanted && (
        <div className="within">
          <button type="button" className="button" onClick={() => setWanted(true)}>
            {say('顯示各版內容', 'Show the versions')}
          </button>
        </div>
      )}
      {isWanted && !publications && <Loading />}
      {publications?.length === 0 && (
        <Empty icon={Eye}>{say('還沒有公開，也還沒有報名', 'Not public yet, and nobody has booked')}</Empty>
      )}
      <ul className={css.history}>
        {publications?.map((each) => (
          <Publication key={each.id} trip={trip} publication={each} />
        ))}
      </ul>
    </Card>
  )
}

type Props = { trip: number; publication: PlannedTripPublication }
const Publication = ({ trip, publication: { id, number, shown_from, shown_until, changed } }: Props) => {
  const say = useSay()
  const name: Words = [`第 ${number} 版`, `Version ${number}`]
  const from = dayAndTime(shown_from)
  return (
    <li>
      <p className="line">
        <b>{say(...name)}</b>
        <OpenButton words={['看內容', 'Open']} about={name}>
          {(close) => <PublicationSheet trip={trip} publication={id} close={close} />}
        </OpenButton>
      </p>
      <p className="small soft">
        {shown_until ? `${from} – ${dayAndTime(shown_until)}` : say(`${from} 起`, `since ${from}`)}
      </p>
      {changed.length > 0 && (
        <p className="small">{say(`變更：${partsIn(say, changed)}`, `Changed: ${partsIn(say, changed)}`)}</p>
      )}
    </li>
  )
}
