import { useState } from 'react'
import { useMe } from '../../kit/me.ts'
import { type Say, useSay, type Words } from '../../kit/words.ts'
import { Card } from '../../parts/card.tsx'
import { type TripStatus, tripStatusWords } from '../../parts/trip-words.ts'
import type { Trip } from './queries.ts'
import { StepSheet } from './step-sheet.tsx'

/** What a step is called by those who take it. */
const stepWords: Record<TripStatus, Words> = {
  draft: ['草稿', 'Draft'],
  open: ['開放報名', 'Open for booking'],
  guaranteed: ['確定出團', 'Guarantee the departure'],
  closed: ['結團', 'Close for booking'],
  departed: ['出發', 'Departed'],
  returned: ['已返國', 'Returned'],
  settled: ['結帳', 'Settle'],
  cancelled: ['取消出團', 'Cancel the trip'],
}

const course = Object.keys(stepWords) as TripStatus[]
const isAhead = (from: TripStatus, to: TripStatus) => to !== 'cancelled' && course.indexOf(to) > course.indexOf(from)
const isBack = (from: TripStatus, to: TripStatus) => to !== 'cancelled' && !isAhead(from, to)

/** The words of a step from where the trip is: a way back says so. */
export const wordsOfStep = (say: Say, from: TripStatus, to: TripStatus) =>
  isBack(from, to)
    ? say(`退回「${tripStatusWords[to][0]}」`, `Back to “${tripStatusWords[to][1]}”`)
    : say(...stepWords[to])

/** What comes next first, then what skips ahead, the ways back, and cancelling last. */
const inOrder = ({ status: now, possible }: Trip) => [
  ...possible.filter((to) => isAhead(now, to)).sort((a, b) => course.indexOf(a) - course.indexOf(b)),
  ...possible.filter((to) => isBack(now, to)),
  ...possible.filter((to) => to === 'cancelled'),
]

/** What the reader may do with the trip now. The service says what is possible; departments do it. */
export const Steps = ({ trip }: { trip: Trip }) => {
  const say = useSay()
  const { role } = useMe()
  const [chosen, choose] = useState<TripStatus>()
  const steps = inOrder(trip)
  if (steps.length === 0 || (role !== 'department' && role !== 'admin')) return null
  return (
    <Card title={say('下一步', 'Next')}>
      <div className="within steps">
        {steps.map((status, place) => (
          <button
            key={status}
            type="button"
            className={place === 0 && isAhead(trip.status, status) ? 'button main' : 'button'}
            onClick={() => choose(status)}
          >
            {wordsOfStep(say, trip.status, status)}…
          </button>
        ))}
      </div>
      {chosen && <StepSheet trip={trip} status={chosen} close={() => choose(undefined)} />}
    </Card>
  )
}
