import { Suspense, useState } from 'react'
import { lazy } from '../../../kit/lazy.ts'
import { useSay } from '../../../kit/words.ts'
import { Card } from '../../../ui/card.tsx'
import css from '../one.module.css'
import type { Trip } from '../queries.ts'
import type { TripStatus } from '../shared/words.ts'
import { course, isAhead, isBack, wordsOfStep } from './step-words.ts'

const StepSheet = lazy(() => import('./step-sheet.tsx'))

/** The order of the steps: the next one, steps that skip ahead, steps back, and cancellation last. */
const inOrder = ({ status: now, possible }: Trip) => [
  ...possible.filter((to) => isAhead(now, to)).sort((a, b) => course.indexOf(a) - course.indexOf(b)),
  ...possible.filter((to) => isBack(now, to)),
  ...possible.filter((to) => to === 'cancelled'),
]

/** The steps that the reader may take now, according to the service. */
export const Steps = ({ trip }: { trip: Trip }) => {
  const say = useSay()
  const [chosen, choose] = useState<TripStatus>()
  const steps = inOrder(trip)
  if (steps.length === 0) return null
  return (
    <Card title={say('下一步', 'Next')}>
      <div className={`within ${css.steps}`}>
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
      <Suspense>
        {chosen && (
          <StepSheet
            trip={trip}
            status={chosen}
            words={wordsOfStep(say, trip.status, chosen)}
            isBack={isBack(trip.status, chosen)}
            close={() => choose(undefined)}
          />
        )}
      </Suspense>
    </Card>
  )
}
