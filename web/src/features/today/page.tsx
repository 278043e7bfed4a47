import './page.css'
import { hourNow, longDay, today } from '../../kit/days.ts'
import { useMe } from '../../kit/me.ts'
import { nameOf, type Say, useSay } from '../../kit/words.ts'
import { Leaving } from './leaving.tsx'
import { MyTurn } from './my-turn.tsx'
import { Offers } from './offers.tsx'
import { WorkCards } from './work.tsx'

/** What a day begins with: what waits for me, what runs out, who leaves soon. */
export default function Morning() {
  const say = useSay()
  const me = useMe()
  return (
    <div className="page morning">
      <div className="greeting">
        <p className="soft">{longDay(today())}</p>
        <h1>
          {greeting(say)}
          {say('，', ', ')}
          {nameOf(say, me)}
        </h1>
      </div>
      {me.role === 'customer' ? (
        <MyTurn />
      ) : (
        <div className="columns">
          <div className="column">
            <WorkCards />
          </div>
          <div className="column">
            {me.role === 'sales' && <Offers />}
            <Leaving days={me.role === 'leader' ? 120 : 21} />
          </div>
        </div>
      )}
    </div>
  )
}

const greeting = (say: Say) => {
  const hour = hourNow()
  if (hour >= 5 && hour < 11) return say('早安', 'Good morning')
  return hour >= 11 && hour < 18 ? say('午安', 'Good afternoon') : say('晚安', 'Good evening')
}
