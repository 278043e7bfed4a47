import { useQuery } from '@tanstack/react-query'
import { listTravelerRequests, type TravelerRequest, updateTravelerRequestStatus } from 'guidon-sdk'
import { travelerRequestKindWords } from 'guidon-sdk/words'
import { Suspense, useState } from 'react'
import StickyNote from '~icons/lucide/sticky-note'
import { guidon } from '../../kit/api.ts'
import { chosenIn } from '../../kit/choices.ts'
import { lazy } from '../../kit/lazy.ts'
import { type Me, useMe } from '../../kit/me.ts'
import { answersSpecialRequests, editsBookings, editsTravelers } from '../../kit/roles.ts'
import { useSay } from '../../kit/words.ts'
import { useWrite } from '../../kit/write.ts'
import { Card } from '../../ui/card.tsx'
import { Empty, Loading } from '../../ui/empty.tsx'
import css from './one.module.css'
import { changes, nextOfSpecialRequest, specialRequestWords, type Traveler } from './words.ts'

const SpecialRequestSheet = lazy(() => import('./special-request-sheet.tsx'))

/** Special requests of a traveler, which have no price. */
export const SpecialRequests = ({ traveler: { id, status } }: { traveler: Traveler }) => {
  const say = useSay()
  const me = useMe()
  const [open, setOpen] = useState<'new' | TravelerRequest>()
  const { data } = useQuery({
    queryKey: ['travelers', id, 'special-requests'],
    queryFn: () => listTravelerRequests(guidon, { traveler_id: id, per_page: 100 }),
  })
  const mayAdd = editsTravelers(me) && status === 'active'
  return (
    <Card
      title={say('需求', 'Special requests')}
      count={data?.data.length || undefined}
      aside={
        mayAdd && (
          <button type="button" className="button more" onClick={() => setOpen('new')}>
            {say('新增需求…', 'Add a special request…')}
          </button>
        )
      }
    >
      {!data && <Loading />}
      {data?.data.length === 0 && <Empty icon={StickyNote}>{say('沒有需求', 'No special requests')}</Empty>}
      <ul className={css.lines}>
        {data?.data.map((request) => (
          <SpecialRequest key={request.id} request={request} open={() => setOpen(request)} />
        ))}
      </ul>
      {open && (
        <Suspense>
          <SpecialRequestSheet
            traveler={id}
            request={open === 'new' ? undefined : open}
            close={() => setOpen(undefined)}
          />
        </Suspense>
      )}
    </Card>
  )
}

// The customer may change a request until the office works on it.
const mayChange = (me: Me, { status }: TravelerRequest) =>
  editsBookings(me) || (editsTravelers(me) && status === 'open')

const SpecialRequest = ({ request, open }: { request: TravelerRequest; open: () => void }) => {
  const say = useSay()
  const me = useMe()
  return (
    <li>
      <span className={css.grow}>
        {request.detail}
        <span className="small soft">
          {' '}
          {say(...travelerRequestKindWords[request.kind])}
          {!request.visible_to_leader && say('・領隊看不到', ', hidden from the leader')}
        </span>
      </span>
      {answersSpecialRequests(me) ? (
        <Answer request={request} />
      ) : (
        <span className={`badge ${request.status === 'confirmed' ? 'turn-done' : 'turn-department'}`}>
          {say(...specialRequestWords[request.status])}
        </span>
      )}
      {mayChange(me, request) && (
        <button type="button" className="button" onClick={open}>
          {say('修改…', 'Edit…')}
          <span className="unseen"> {request.detail}</span>
        </button>
      )}
    </li>
  )
}

/** The status of a special request. */
const Answer = ({ request: { id, status, detail, version } }: { request: TravelerRequest }) => {
  const say = useSay()
  const { mutate, isPending } = useWrite({
    send: (to: TravelerRequest['status'], guidon) =>
      updateTravelerRequestStatus(guidon, id, { status: to }, { version }),
    says: ['需求已更新', 'Special request updated'],
    tellsRefusal: true,
    changes,
  })
  return (
    <select
      className={`input ${css.answer}`}
      aria-label={say(`「${detail}」的狀態`, `Status of "${detail}"`)}
      value={status}
      disabled={isPending}
      onChange={({ target }) => mutate(chosenIn(specialRequestWords, target.value) ?? status)}
    >
      {[status, ...nextOfSpecialRequest[status]].map((each) => (
        <option key={each} value={each}>
          {say(...specialRequestWords[each])}
        </option>
      ))}
    </select>
  )
}
