import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { nameOf, useSay } from '../../kit/words.ts'
import css from './board.module.css'
import { type Dragged, useDragged } from './drag.ts'
import { Reasons } from './shared/assign-leader.tsx'
import { candidatesOf } from './shared/candidates.ts'

/** While a trip is dragged: whether the leader under the pointer could lead it, and why. */
export const DragHint = () => {
  const dragged = useDragged()
  return dragged?.leader && dragged.leader !== dragged.from ? <Hint dragged={dragged} /> : null
}

const Hint = ({ dragged: { trip, leader } }: { dragged: Dragged }) => {
  const say = useSay()
  const { data } = useQuery(candidatesOf(trip))
  const candidate = data?.find(({ tour_leader }) => tour_leader.id === leader)
  const answer = !candidate ? 'asked' : candidate.is_blocked ? 'blocked' : 'free'
  // Marks the line without rendering it again.
  useEffect(() => {
    const line = document.querySelector<HTMLElement>(`[data-leader="${leader}"]`)
    if (line) line.dataset.answer = answer
    return () => line?.removeAttribute('data-answer')
  }, [leader, answer])
  return (
    <div className={answer === 'blocked' ? `${css.dragHint} ${css.blocked}` : css.dragHint} role="status">
      {!data && say('讀取中…', 'Loading…')}
      {data && !candidate && say('不在可派領隊名單中', 'Not available for this trip')}
      {candidate && (
        <>
          <b>{nameOf(say, candidate.tour_leader)}</b>
          <Reasons candidate={candidate} />
        </>
      )}
    </div>
  )
}
