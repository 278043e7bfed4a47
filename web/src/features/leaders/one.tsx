import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { getTourLeader } from 'guidon-sdk'
import { leaderGradeWords, leaderStatusWords } from 'guidon-sdk/words'
import { Suspense } from 'react'
import { guidon } from '../../kit/api.ts'
import { lazy } from '../../kit/lazy.ts'
import { isStaff, useMe } from '../../kit/me.ts'
import { editsLeaders } from '../../kit/roles.ts'
import { nameOf, useSay } from '../../kit/words.ts'
import { BackLink } from '../../ui/back-link.tsx'
import { Edit } from '../../ui/edit.tsx'
import { Loading } from '../../ui/empty.tsx'
import { Heading } from '../../ui/heading.tsx'
import { type Tab, Tabs } from '../../ui/tabs.tsx'
import { seesPapersOf } from './access.ts'
import { useLeaderActs } from './acts.tsx'
import { Overview } from './overview.tsx'
import type { Leader } from './profile/leader.ts'
import type { LeaderTab } from './search.ts'

const Leave = lazy(() => import('./leave.tsx'))
const LedTrips = lazy(() => import('./led-trips.tsx'))
const Papers = lazy(() => import('./papers.tsx'))
const Priorities = lazy(() => import('./priorities.tsx'))
const ProfileSheet = lazy(() => import('./profile/sheet.tsx'))

/** One leader: the next half year, days off, documents, and personal data. A leader sees the own page. */
export default function OneLeader() {
  const id = Number(useParams({ from: '/signed-in/leaders/$id' }).id)
  const { tab } = useSearch({ from: '/signed-in/leaders/$id' })
  return <LeaderPage id={id} tab={tab} />
}

const LeaderPage = ({ id, tab }: { id: number; tab: LeaderTab | undefined }) => {
  const say = useSay()
  const { data: leader } = useQuery({ queryKey: ['leaders', id], queryFn: () => getTourLeader(guidon, id) })
  if (!leader) return <Loading />
  return (
    <div className="page leader-page">
      <LeaderHeading leader={leader} />
      <Tabs label={say('這位領隊的頁面', 'Pages of this leader')} tabs={tabsOf(leader)} />
      {!tab && <Overview leader={leader} />}
      <Suspense fallback={<Loading />}>
        {tab === 'leave' && <Leave leader={leader} />}
        {tab === 'papers' && <Papers leader={leader} />}
        {tab === 'trips' && <LedTrips leader={leader} />}
        {(tab === 'countries' || tab === 'areas') && <Priorities key={tab} leader={leader} of={tab} />}
      </Suspense>
    </div>
  )
}

const LeaderHeading = ({ leader }: { leader: Leader }) => {
  const say = useSay()
  const me = useMe()
  return (
    <Heading
      back={isStaff(me) && <BackLink to="/leaders">{say('所有領隊', 'All leaders')}</BackLink>}
      title={nameOf(say, leader)}
      badge={
        <span className={`badge ${leader.status === 'active' ? 'turn-done' : 'turn-over'}`}>
          {say(...leaderStatusWords[leader.status])}
        </span>
      }
      facts={`${leader.leader_number}・${say(...leaderGradeWords[leader.grade])}`}
      main={editsLeaders(me) && <Edit>{(close) => <ProfileSheet leader={leader} close={close} />}</Edit>}
      more={useLeaderActs(leader)}
    />
  )
}

const tabsOf = (leader: Leader): Tab<LeaderTab>[] => [
  { words: ['排程與資料', 'Schedule and profile'] },
  { tab: 'leave', words: ['休假', 'Days off'] },
  { tab: 'papers', words: ['證件與文件', 'Documents'], isFor: (me) => seesPapersOf(me, leader) },
  { tab: 'trips', words: ['帶團紀錄', 'Trips led'] },
  { tab: 'countries', words: ['專長國家', 'Countries'], isFor: isStaff },
  { tab: 'areas', words: ['專長線別', 'Areas'], isFor: isStaff },
]
