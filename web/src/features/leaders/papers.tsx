import { leaderFileKindWords } from 'guidon-sdk/words/leader-file-kind'
import '../../ui/picture.css'
import { useQuery } from '@tanstack/react-query'
import { listTourLeaderFiles, type TourLeaderFile } from 'guidon-sdk'
import { Suspense, useState } from 'react'
import { guidon } from '../../kit/api.ts'
import { addDays, dayWithYear, today } from '../../kit/days.ts'
import { lazy } from '../../kit/lazy.ts'
import { useMe } from '../../kit/me.ts'
import { editsLeaders } from '../../kit/roles.ts'
import { useSay } from '../../kit/words.ts'
import { Card } from '../../ui/card.tsx'
import { Empty, Loading } from '../../ui/empty.tsx'
import { Thumbnail } from '../../ui/picture.tsx'
import type { Leader } from './profile/leader.ts'

const PaperSheet = lazy(() => import('./paper-sheet.tsx'))

/** The papers of a leader, as pictures; each look at one is logged. */
export default function Papers({ leader }: { leader: Leader }) {
  const say = useSay()
  const mayChange = editsLeaders(useMe())
  const [open, setOpen] = useState<TourLeaderFile | 'new'>()
  const { data } = useQuery({
    queryKey: ['leaders', leader.id, 'papers'],
    queryFn: () => listTourLeaderFiles(guidon, leader.id),
  })
  return (
    <Card
      title={say('證件', 'Papers')}
      count={data?.length}
      aside={
        mayChange && (
          <button type="button" className="button more" onClick={() => setOpen('new')}>
            {say('上傳證件…', 'Upload a paper…')}
          </button>
        )
      }
    >
      {!data && <Loading />}
      {data?.length === 0 && <Empty>{say('還沒有證件', 'No papers yet')}</Empty>}
      <ul className="pictures">
        {data?.map((paper) => (
          <li key={paper.id}>
            <Paper paper={paper} open={() => setOpen(paper)} />
          </li>
        ))}
      </ul>
      {open && (
        <Suspense>
          <PaperSheet leader={leader.id} paper={open === 'new' ? undefined : open} close={() => setOpen(undefined)} />
        </Suspense>
      )}
    </Card>
  )
}

/** A licence or a passport is looked after two months before it ends. */
const SOON = 60

const Paper = ({ paper, open }: { paper: TourLeaderFile; open: () => void }) => {
  const say = useSay()
  const { kind, expires_on, name } = paper
  const isLate = expires_on !== null && expires_on < addDays(today(), SOON)
  return (
    <button type="button" className="picture-card" onClick={open}>
      <Thumbnail file={paper} />
      <b>{say(...leaderFileKindWords[kind])}</b>
      <span className={isLate ? 'small late' : 'small soft'}>
        {expires_on ? say(`效期至 ${dayWithYear(expires_on)}`, `until ${dayWithYear(expires_on)}`) : name}
      </span>
    </button>
  )
}
