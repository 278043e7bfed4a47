import { useQuery } from '@tanstack/react-query'
import { listTravelerRequests, type TravelerRequest, updateTravelerRequestStatus } from 'guidon-sdk'
import { travelerRequestKindWords } from 'guidon-sdk/words/traveler-request-kind'
import { Suspense, useState } from 'react'
import { guidon } from '../../kit/api.ts'
import { chosenIn } from '../../kit/choices.ts'
import { lazy } from '../../kit/lazy.ts'
import { type Me, useMe } from '../../kit/me.ts'
import { editsBookings } from '../../kit/roles.ts'
import { useSay } from '../../kit/words.ts'
import { useWrite } from '../../kit/write.ts'
import { Card } from '../../ui/card.tsx'
import { Empty, Loading } from '../../ui/empty.tsx'
import { changes, nextOfWish, wishWords } from './words.ts'

const WishSheet = lazy(() => import('./wish-sheet.tsx'))

/** What the traveler would like and does not pay for. */
export const Wishes = ({ id }: { id: number }) => {
  const say = useSay()
  const me = useMe()
  const [open, setOpen] = useState<'new' | TravelerRequest>()
  const { data } = useQuery({
    queryKey: ['travelers', id, 'wishes'],
    queryFn: () => listTravelerRequests(guidon, { traveler_id: id, per_page: 100 }),
  })
  const mayAdd = editsBookings(me) || me.role === 'customer'
  return (
    <Card
      title={say('需求', 'Wishes')}
      count={data?.data.length || undefined}
      aside={
        mayAdd && (
          <button type="button" className="button more" onClick={() => setOpen('new')}>
            {say('新增需求…', 'Add a wish…')}
          </button>
        )
      }
    >
      {!data && <Loading />}
      {data?.data.length === 0 && <Empty>{say('沒有需求', 'No wishes')}</Empty>}
      <ul className="lines">
        {data?.data.map((wish) => (
          <Wish key={wish.id} wish={wish} open={() => setOpen(wish)} />
        ))}
      </ul>
      {open && (
        <Suspense>
          <WishSheet traveler={id} wish={open === 'new' ? undefined : open} close={() => setOpen(undefined)} />
        </Suspense>
      )}
    </Card>
  )
}

// Once somebody in the office works on it, the customer changes it no more.
const mayChange = (me: Me, { status }: TravelerRequest) =>
  editsBookings(me) || (me.role === 'customer' && status === 'open')
const answerers = ['sales', 'department', 'admin']

const Wish = ({ wish, open }: { wish: TravelerRequest; open: () => void }) => {
  const say = useSay()
  const me = useMe()
  return (
    <li>
      <span className="grow">
        {wish.detail}
        <span className="small soft">
          {' '}
          {say(...travelerRequestKindWords[wish.kind])}
          {!wish.visible_to_leader && say('・領隊看不到', ', hidden from the leader')}
        </span>
      </span>
      {answerers.includes(me.role) ? (
        <Answer wish={wish} />
      ) : (
        <span className={`badge ${wish.status === 'confirmed' ? 'turn-done' : 'turn-department'}`}>
          {say(...wishWords[wish.status])}
        </span>
      )}
      {mayChange(me, wish) && (
        <button type="button" className="button" onClick={open}>
          {say('修改…', 'Change…')}
          <span className="unseen"> {wish.detail}</span>
        </button>
      )}
    </li>
  )
}

/** What became of it. */
const Answer = ({ wish: { id, status, detail, version } }: { wish: TravelerRequest }) => {
  const say = useSay()
  const { mutate, isPending } = useWrite({
    send: (to: TravelerRequest['status'], guidon) =>
      updateTravelerRequestStatus(guidon, id, { status: to }, { version }),
    says: ['需求已更新', 'The wish is updated'],
    tellsRefusal: true,
    changes,
  })
  return (
    <select
      className="input answer"
      aria-label={say(`「${detail}」的狀態`, `Status of "${detail}"`)}
      value={status}
      disabled={isPending}
      onChange={({ target }) => mutate(chosenIn(wishWords, target.value) ?? status)}
    >
      {[status, ...nextOfWish[status]].map((each) => (
        <option key={each} value={each}>
          {say(...wishWords[each])}
        </option>
      ))}
    </select>
  )
}
