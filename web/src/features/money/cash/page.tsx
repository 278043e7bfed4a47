import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { type CashDrawer, listCashDrawers } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { Suspense } from 'react'
import { guidon } from '../../../kit/api.ts'
import { dayAndTime } from '../../../kit/days.ts'
import { lazy } from '../../../kit/lazy.ts'
import { useMe } from '../../../kit/me.ts'
import { price } from '../../../kit/money.ts'
import { recordsPayments } from '../../../kit/roles.ts'
import { nameOf, useSay } from '../../../kit/words.ts'
import { Card } from '../../../ui/card.tsx'
import { Loading } from '../../../ui/empty.tsx'
import { OpenButton } from '../../../ui/open-button.tsx'
import { Handovers } from './handovers.tsx'
import css from './page.module.css'

const CountSheet = lazy(() => import('./count-sheet.tsx'))
const GiveSheet = lazy(() => import('./give-sheet.tsx'))
const Counts = lazy(() => import('./counts.tsx'))

/** Who holds how much cash: one's own drawer, those of others, and how cash has passed on. */
export default function Cash() {
  const { cash } = useSearch({ from: '/signed-in/money' })
  const me = useMe()
  const { data } = useQuery({ queryKey: ['cash', 'drawers'], queryFn: () => listCashDrawers(guidon) })
  if (!data) return <Loading />
  const own = data.filter(({ user }) => user.id === me.id)
  const others = data.filter(({ user }) => user.id !== me.id)
  return (
    <>
      {recordsPayments(me) && <Own drawers={own} />}
      {others.length > 0 && <Others drawers={others} />}
      <Suspense fallback={<Loading />}>{cash === 'counts' ? <Counts /> : <Handovers />}</Suspense>
    </>
  )
}

const Own = ({ drawers }: { drawers: CashDrawer[] }) => {
  const say = useSay()
  return (
    <Card
      title={say('我的現金', 'My cash')}
      aside={
        <span className={css.acts}>
          <OpenButton words={['點算…', 'Count…']} className="button">
            {(close) => <CountSheet drawers={drawers} close={close} />}
          </OpenButton>
          <OpenButton words={['交出…', 'Hand over…']} className="button main">
            {(close) => <GiveSheet drawers={drawers} close={close} />}
          </OpenButton>
        </span>
      }
    >
      {drawers.length === 0 && (
        <p className="within soft">
          {say(
            '您還沒有經手現金；收了現金後，請先點算一次。',
            'You have taken in no cash yet. Once you have, count it for a first time.',
          )}
        </p>
      )}
      <ul className={css.own}>
        {drawers.map((drawer) => (
          <li key={drawer.currency}>
            <b className="number">
              <Held drawer={drawer} />
            </b>
            <LastCount drawer={drawer} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

const Held = ({ drawer: { held, currency } }: { drawer: CashDrawer }) => {
  const say = useSay()
  return held === null ? say('尚未點算', 'Not counted yet') : price(held, currency)
}

/** `今天 18:05 點算・差額 −NT$100・交接中 NT$5,000` */
const LastCount = ({ drawer }: { drawer: CashDrawer }) => {
  const say = useSay()
  const { counted_at, is_counted_today, last_difference, on_the_way, currency } = drawer
  const told = [
    counted_at && say(`${dayAndTime(counted_at)} 點算`, `counted ${dayAndTime(counted_at)}`),
    last_difference &&
      say(`差額 ${price(last_difference, currency)}`, `difference ${price(last_difference, currency)}`),
    on_the_way > 0 && say(`交接中 ${price(on_the_way, currency)}`, `${price(on_the_way, currency)} on its way`),
  ]
  return (
    <span className="small soft">
      {told.filter(Boolean).join('・')}
      {!is_counted_today && <em className="late"> {say('今天還沒點算', 'not counted today')}</em>}
    </span>
  )
}

const Others = ({ drawers }: { drawers: CashDrawer[] }) => {
  const say = useSay()
  return (
    <Card title={say('同仁手上的現金', 'Cash that others hold')} count={drawers.length}>
      <table className="table">
        <thead>
          <tr>
            <th scope="col">{say('同仁', 'Colleague')}</th>
            <th scope="col">{say(...label.counted_at)}</th>
            <th scope="col" className="number">
              {say('手上現金', 'Held')}
            </th>
          </tr>
        </thead>
        <tbody>
          {drawers.map((drawer) => (
            <tr key={`${drawer.user.id} ${drawer.currency}`}>
              <td>
                {nameOf(say, drawer.user)}
                {drawer.branch && <span className="sub">{nameOf(say, drawer.branch)}</span>}
              </td>
              <td>
                <LastCount drawer={drawer} />
              </td>
              <td className="number">
                <Held drawer={drawer} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}
