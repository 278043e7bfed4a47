import { useQuery } from '@tanstack/react-query'
import {
  type LeaderCountryPriority,
  type LeaderRegionalPriority,
  listLeaderCountryPriorities,
  listLeaderRegionalPriorities,
  plainRecords,
  reorderLeaderCountryPriorities,
  reorderLeaderRegionalPriorities,
} from 'guidon-sdk'
import { proficiencyWords } from 'guidon-sdk/words'
import { Suspense, useRef, useState } from 'react'
import Flag from '~icons/lucide/flag'
import { guidon, refresh, sentenceOf } from '../../kit/api.ts'
import { dayWithYear } from '../../kit/days.ts'
import { lazy } from '../../kit/lazy.ts'
import { useMe } from '../../kit/me.ts'
import { editsLeaders } from '../../kit/roles.ts'
import { showToast } from '../../kit/toasts.ts'
import { nameOf, type Say, useSay, type Words } from '../../kit/words.ts'
import { Card } from '../../ui/card.tsx'
import { Empty, Loading } from '../../ui/empty.tsx'
import { OrderList } from '../../ui/lists/order-list.tsx'
import type { Leader } from './profile/leader.ts'

const RecordSheet = lazy(() => import('../reference/shared/plain-record/sheet.tsx'))

type Of = 'countries' | 'areas'
type Priority = Pick<LeaderCountryPriority, 'id' | 'priority' | 'proficiency' | 'notes'> &
  Partial<Pick<LeaderCountryPriority, 'country' | 'visa_valid_until'>> &
  Partial<Pick<LeaderRegionalPriority, 'area' | 'region'>>

const titles: Record<Of, Words> = {
  countries: ['專長國家', 'Countries'],
  areas: ['專長線別與地區', 'Areas and regions'],
}
const records = {
  countries: plainRecords['leader-country-priorities'],
  areas: plainRecords['leader-regional-priorities'],
}

const read = (of: Of, tour_leader_id: number): Promise<{ data: Priority[] }> => {
  const query = { tour_leader_id, sort: 'priority', per_page: 100 }
  return of === 'countries' ? listLeaderCountryPriorities(guidon, query) : listLeaderRegionalPriorities(guidon, query)
}
const write = (of: Of, tour_leader_id: number, ids: number[]) =>
  (of === 'countries' ? reorderLeaderCountryPriorities : reorderLeaderRegionalPriorities)(guidon, {
    tour_leader_id,
    ids,
  })

/** The countries or regions that the leader knows, the preferred ones first; they count when leaders are proposed for a trip. */
export default function Priorities({ leader, of }: { leader: Leader; of: Of }) {
  const say = useSay()
  const mayChange = editsLeaders(useMe())
  const [open, setOpen] = useState<number | 'new'>()
  const { rows, put } = useOrder(leader.id, of)
  const name = (row: Priority) => namedIn(say, row)
  const record = records[of]
  return (
    <Card
      title={say(...titles[of])}
      count={rows?.length}
      aside={
        mayChange && (
          <button type="button" className="button more" onClick={() => setOpen('new')}>
            {say('新增…', 'Add…')}
          </button>
        )
      }
    >
      {!rows && <Loading />}
      {rows?.length === 0 && <Empty icon={Flag}>{say('還沒有排序', 'No priorities yet')}</Empty>}
      {rows && rows.length > 0 && (
        <OrderList
          rows={rows}
          nameOf={name}
          {...(mayChange && { put: (next: Priority[]) => put(next), open: (row: Priority) => setOpen(row.id) })}
        >
          {(row) => <About row={row} name={name(row)} />}
        </OrderList>
      )}
      {open && record && (
        <Suspense>
          <RecordSheet
            record={record}
            id={open}
            close={() => setOpen(undefined)}
            fixed={{ tour_leader_id: leader.id, priority: (rows?.length ?? 0) + 1 }}
          />
        </Suspense>
      )}
    </Card>
  )
}

/** Shows the newest order until the service has stored it; orders are sent one after the other. */
const useOrder = (leader: number, of: Of) => {
  const say = useSay()
  const [moved, setMoved] = useState<Priority[]>()
  const sent = useRef<Promise<void>>(Promise.resolve())
  const { data } = useQuery({
    queryKey: ['reference', 'priorities', of, leader],
    queryFn: () => read(of, leader),
  })
  const send = async (rows: Priority[]) => {
    const fault = await write(
      of,
      leader,
      rows.map(({ id }) => id),
    ).then(
      () => undefined,
      (error) => sentenceOf(error, say('無法連線，順序尚未儲存。', 'Cannot connect. The order was not saved.')),
    )
    if (fault) showToast({ tone: 'bad', title: fault })
    await refresh('reference')
    setMoved((now) => (now === rows ? undefined : now))
  }
  const put = (rows: Priority[]) => {
    setMoved(rows)
    sent.current = sent.current.then(() => send(rows))
  }
  return { rows: moved ?? data?.data, put }
}

const namedIn = (say: Say, { country, area, region }: Priority) => {
  const named = country ?? area ?? region
  return named ? nameOf(say, named) : '…'
}

const About = ({ row, name }: { row: Priority; name: string }) => {
  const say = useSay()
  return (
    <>
      <b>{name}</b>
      <span className="small soft">{aboutOf(say, row)}</span>
    </>
  )
}

const aboutOf = (say: Say, { proficiency, visa_valid_until: visa, notes }: Priority) =>
  [
    say(...proficiencyWords[proficiency]),
    visa && say(`簽證至 ${dayWithYear(visa)}`, `visa until ${dayWithYear(visa)}`),
    notes,
  ]
    .filter(Boolean)
    .join('・')
