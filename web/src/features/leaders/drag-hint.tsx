import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { nameOf, useSay } from '../../kit/words.ts'
import { type Dragged, useDragged } from './dragged.ts'
import { Reasons } from './shared/assign-leader.tsx'
import { candidatesOf } from './shared/candidates.ts'

/** While a trip is dragged: whether the leader under it could lead it, and why. */
export const DragHint = () => {
  const dragged = useDragged()
  return dragged?.leader && dragged.leader !== dragged.from ? <Hint dragged={dragged} /> : null
}

const Hint = ({ dragged: { trip, leader } }: { dragged: Dragged }) => {
  const say = useSay()
  const { data } = useQuery(candidatesOf(trip))
  const candidate = data?.find(({ tour_leader }) => tour_leader.id === leader)
  const answer = !candidate ? 'asked' : candidate.is_blocked ? 'blocked' : 'free'
  // The line itself is not drawn again.
  useEffect(() => {
    const line = document.querySelector<HTMLElement>(`.gantt [data-leader="${leader}"]`)
    if (line) line.dataset.answer = answer
    return () => line?.removeAttribute('data-answer')
  }, [leader, answer])
  return (
    <div className={`drag-hint ${answer}`} role="status">
      {!data && say('讀取中…', 'Loading…')}
      {data && !candidate && say('不在可派的領隊裡', 'Not among those who can lead it')}
      {candidate && (
        <>
          <b>{nameOf(say, candidate.tour_leader)}</b>
          <Reasons candidate={candidate} />
        </>
      )}
    </div>
  )
}
