import { Suspense } from 'react'
import { hourNow, longDay, today } from '../../kit/days.ts'
import { useHouse } from '../../kit/house.ts'
import { lazy } from '../../kit/lazy.ts'
import { useMe } from '../../kit/me.ts'
import { pocketPath } from '../../kit/pocket.ts'
import { decidesApprovals, isAdmin, isStaff } from '../../kit/roles.ts'
import { nameOf, type Say, useSay } from '../../kit/words.ts'
import { WaitingApprovals } from './approvals.tsx'
import { Leaving } from './leaving.tsx'
import { Offers } from './offers.tsx'
import css from './page.module.css'
import { Whose } from './whose.tsx'
import { WorkCards } from './work.tsx'

const FirstSteps = lazy(() => import('./first-steps.tsx'))

/** The start page: the reader's open work, expiring offers, and trips that depart soon. */
export default function Morning() {
  const say = useSay()
  const me = useMe()
  const isNew = useHouse()?.is_new
  return (
    <div className={`page ${css.morning}`}>
      <div className={css.greeting}>
        <p className="soft">{longDay(today())}</p>
        <h1>
          {greeting(say)}
          {say('，', ', ')}
          {nameOf(say, me)}
        </h1>
        {me.roles.includes('leader') && (
          <p>
            <a className="button main" href={pocketPath()}>
              {say('領隊口袋', 'Leader’s pocket')}
            </a>
          </p>
        )}
      </div>
      <Suspense>{isAdmin(me) && isNew && <FirstSteps />}</Suspense>
      <div className={css.columns}>
        {decidesApprovals(me) && <WaitingApprovals />}
        <div className={`column ${css.work}`}>
          <Whose />
          <WorkCards />
        </div>
        <div className={`column ${css.beside}`}>
          {me.roles.includes('sales') && <Offers />}
          <Leaving days={isStaff(me) ? 21 : 120} />
        </div>
      </div>
    </div>
  )
}

const greeting = (say: Say) => {
  const hour = hourNow()
  if (hour >= 5 && hour < 11) return say('早安', 'Good morning')
  return hour >= 11 && hour < 18 ? say('午安', 'Good afternoon') : say('晚安', 'Good evening')
}
