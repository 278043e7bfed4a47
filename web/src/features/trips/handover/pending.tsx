import { type PlannedTripHandover, updatePlannedTripHandover } from 'guidon-sdk'
import { handoverKindWords } from 'guidon-sdk/words'
import { Suspense, useState } from 'react'
import { lazy } from '../../../kit/lazy.ts'
import { useMe } from '../../../kit/me.ts'
import { isAdmin } from '../../../kit/roles.ts'
import { useSay } from '../../../kit/words.ts'
import { useWrite } from '../../../kit/write.ts'
import { ActButton } from '../../../ui/act-button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Ago } from '../ago.tsx'
import type { Trip } from '../queries.ts'
import css from './handed.module.css'
import { nameOfItem } from './items.ts'
import { HandoverPaper } from './paper.tsx'

const ReturnSheet = lazy(() => import('./return-sheet.tsx'))

type Props = { trip: Trip; handover: PlannedTripHandover }

/** A pending handover: the receiver ticks off the items, then accepts or returns it. */
export const Pending = ({ trip, handover }: Props) => {
  const say = useSay()
  const me = useMe()
  const { kind, from_user, to_user, to_user_id, items, note, created_at } = handover
  const isMine = to_user_id === me.id
  return (
    <Card title={say(...handoverKindWords[kind])} aside={<Progress items={items} />}>
      <div className="within">
        <p className="small soft">
          {from_user} → {to_user}・<Ago at={created_at} />・
          <HandoverPaper trip={trip.id} id={handover.id} />
        </p>
        {note && <p>{note}</p>}
        {handover.handed_back && <HandedBack {...handover.handed_back} />}
        <ul className={css.handed}>
          {items.map((item) => (
            <Item key={item.key} trip={trip} kind={kind} item={item} mayTick={isMine} />
          ))}
        </ul>
        {isMine || isAdmin(me) ? (
          <Decision trip={trip} handover={handover} />
        ) : (
          <p className="small soft">{say(`等 ${to_user} 接手。`, `Waiting for ${to_user} to accept.`)}</p>
        )}
      </div>
    </Card>
  )
}

/** Whether the leader has written its report, and whether its account is closed. */
const HandedBack = ({ has_report, accounts_closed }: NonNullable<PlannedTripHandover['handed_back']>) => {
  const say = useSay()
  return (
    <p className="ways">
      <span className={`badge ${has_report ? 'go' : 'missing'}`}>
        {has_report ? say('已寫團中日誌', 'Report is written') : say('沒有團中日誌', 'No report yet')}
      </span>
      <span className={`badge ${accounts_closed ? 'go' : 'missing'}`}>
        {accounts_closed ? say('領隊帳已結', 'Accounts are closed') : say('領隊帳未結', 'Accounts are open')}
      </span>
    </p>
  )
}

const Progress = ({ items }: Pick<PlannedTripHandover, 'items'>) => {
  const done = items.filter((item) => item.done).length
  return <span className="count">{`${done}/${items.length}`}</span>
}

type ItemProps = {
  trip: Trip
  kind: PlannedTripHandover['kind']
  item: PlannedTripHandover['items'][number]
  mayTick: boolean
}

const Item = ({ trip, kind, item, item: { key, required, done }, mayTick }: ItemProps) => {
  const say = useSay()
  const { mutate, isPending } = useWrite({
    send: (_, guidon) => updatePlannedTripHandover(guidon, trip.id, { kind, items: [{ key, done: !done }] }),
    tellsRefusal: true,
    changes: ['trips'],
  })
  return (
    <li>
      <label className="choice">
        <input type="checkbox" checked={done} disabled={!mayTick || isPending} onChange={() => mutate()} />
        {nameOfItem(say, item)}
        {!required && <span className="tiny soft">{say('非必要', 'optional')}</span>}
      </label>
    </li>
  )
}

const Decision = ({ trip, handover: { kind } }: Props) => {
  const say = useSay()
  const [isReturning, setReturning] = useState(false)
  return (
    <p className="ways">
      <ActButton
        words={['接手', 'Accept']}
        says={['已接手', 'Accepted']}
        act={(guidon) => updatePlannedTripHandover(guidon, trip.id, { kind, status: 'accepted' })}
        changes={['trips']}
        isMain
      />
      <button type="button" className="button" onClick={() => setReturning(true)}>
        {say('退回', 'Return')}…
      </button>
      <Suspense>{isReturning && <ReturnSheet trip={trip} kind={kind} close={() => setReturning(false)} />}</Suspense>
    </p>
  )
}
