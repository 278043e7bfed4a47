import type { PlannedTripHandover } from 'guidon-sdk'
import { handoverKindWords, handoverStatusWords } from 'guidon-sdk/words'
import { Suspense, useState } from 'react'
import ArrowRightLeft from '~icons/lucide/arrow-right-left'
import { lazy } from '../../../kit/lazy.ts'
import { useMe } from '../../../kit/me.ts'
import { useSay } from '../../../kit/words.ts'
import { Card } from '../../../ui/card.tsx'
import { Empty, Loading } from '../../../ui/empty.tsx'
import { Ago } from '../ago.tsx'
import css from '../history.module.css'
import { type Trip, useHandovers } from '../queries.ts'
import { givenBy, type Kind } from './kinds.ts'
import { HandoverPaper } from './paper.tsx'
import { Pending } from './pending.tsx'
import { statusHues } from './status.ts'

const GiveSheet = lazy(() => import('./give-sheet.tsx'))

/** Handovers of a trip with their checklists. */
export default function Handovers({ trip }: { trip: Trip }) {
  const say = useSay()
  const handovers = useHandovers(trip.id, useMe())
  if (!handovers) return <Loading />
  const pending = handovers.filter(({ status }) => status === 'pending')
  const decided = handovers.filter(({ status }) => status !== 'pending')
  return (
    <div className="halves">
      <div className="column">
        {pending.map((each) => (
          <Pending key={each.id} trip={trip} handover={each} />
        ))}
        {pending.length === 0 && (
          <Card title={say('交接', 'Handover')}>
            <Empty why="done">{say('沒有等待接手的交接', 'No handover is waiting for acceptance')}</Empty>
          </Card>
        )}
      </div>
      <div className="column">
        {trip.status !== 'cancelled' && <Giving trip={trip} pending={pending} />}
        <Decided trip={trip.id} handovers={decided} />
      </div>
    </div>
  )
}

/** The handovers that the reader can start; one that is pending already is left out. */
const Giving = ({ trip, pending }: { trip: Trip; pending: PlannedTripHandover[] }) => {
  const say = useSay()
  const me = useMe()
  const [open, setOpen] = useState<Kind>()
  const kinds = givenBy(me, trip).filter((kind) => !pending.some((each) => each.kind === kind))
  if (kinds.length === 0) return null
  return (
    <Card title={say('開始交接', 'Hand over')}>
      <p className="within ways">
        {kinds.map((kind) => (
          <button key={kind} type="button" className="button" onClick={() => setOpen(kind)}>
            {say(...handoverKindWords[kind])}…
          </button>
        ))}
      </p>
      <Suspense>
        {open && (
          <GiveSheet trip={trip} kind={open} title={say(...handoverKindWords[open])} close={() => setOpen(undefined)} />
        )}
      </Suspense>
    </Card>
  )
}

const Decided = ({ trip, handovers }: { trip: number; handovers: PlannedTripHandover[] }) => {
  const say = useSay()
  return (
    <Card title={say('交接紀錄', 'Past handovers')} count={handovers.length || undefined}>
      {handovers.length === 0 && <Empty icon={ArrowRightLeft}>{say('還沒有交接', 'No handovers yet')}</Empty>}
      <ul className={css.history}>
        {handovers.map(({ id, kind, from_user, to_user, items, note, status, created_at, decided_at }) => (
          <li key={id}>
            <p className="line">
              <b>{say(...handoverKindWords[kind])}</b>
              <span className={`badge ${statusHues[status]}`}>{say(...handoverStatusWords[status])}</span>
            </p>
            <p className="small soft">
              {from_user} → {to_user}・<Ago at={decided_at ?? created_at} />
              {items.length > 0 && say(`・${done(items)}/${items.length} 項`, `・${done(items)} of ${items.length}`)}・
              <HandoverPaper trip={trip} id={id} />
            </p>
            {note && <p className="small">{note}</p>}
          </li>
        ))}
      </ul>
    </Card>
  )
}

const done = (items: PlannedTripHandover['items']) => items.filter((item) => item.done).length
