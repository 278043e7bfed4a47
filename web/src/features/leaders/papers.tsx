import { useQuery } from '@tanstack/react-query'
import { listTourLeaderFiles, type TourLeaderFile } from 'guidon-sdk'
import { leaderFileKindWords } from 'guidon-sdk/words'
import { Suspense, useState } from 'react'
import FileText from '~icons/lucide/file-text'
import { guidon } from '../../kit/api.ts'
import { addDays, dayWithYear, today } from '../../kit/days.ts'
import { lazy } from '../../kit/lazy.ts'
import { useMe } from '../../kit/me.ts'
import { editsLeaders } from '../../kit/roles.ts'
import { useSay } from '../../kit/words.ts'
import { Card } from '../../ui/card.tsx'
import { Empty, Loading } from '../../ui/empty.tsx'
import css from '../../ui/picture.module.css'
import { Thumbnail } from '../../ui/picture.tsx'
import type { Leader } from './profile/leader.ts'

const PaperSheet = lazy(() => import('./paper-sheet.tsx'))

/** The documents of a leader, as pictures; each access is logged. */
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
      title={say('證件與文件', 'Documents')}
      count={data?.length}
      aside={
        mayChange && (
          <button type="button" className="button more" onClick={() => setOpen('new')}>
            {say('上傳證件或文件…', 'Upload a document…')}
          </button>
        )
      }
    >
      {!data && <Loading />}
      {data?.length === 0 && <Empty icon={FileText}>{say('還沒有證件或文件', 'No documents yet')}</Empty>}
      <ul className={css.pictures}>
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

/** A licence or a passport is marked two months before it expires. */
const SOON = 60

const Paper = ({ paper, open }: { paper: TourLeaderFile; open: () => void }) => {
  const say = useSay()
  const { kind, expires_on, name } = paper
  const isLate = expires_on !== null && expires_on < addDays(today(), SOON)
  return (
    <button type="button" className={css.pictureCard} onClick={open}>
      <Thumbnail file={paper} />
      <b>{say(...leaderFileKindWords[kind])}</b>
      <span className={isLate ? 'small late' : 'small soft'}>
        {expires_on ? say(`效期至 ${dayWithYear(expires_on)}`, `until ${dayWithYear(expires_on)}`) : name}
      </span>
    </button>
  )
}
