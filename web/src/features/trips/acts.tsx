import { useNavigate } from '@tanstack/react-router'
import { deletePlannedTrip } from 'guidon-sdk'
import Ban from '~icons/lucide/ban'
import Merge from '~icons/lucide/merge'
import Undo from '~icons/lucide/undo-2'
import { lazy } from '../../kit/lazy.ts'
import { useMe } from '../../kit/me.ts'
import { editsBookings, editsTrips } from '../../kit/roles.ts'
import type { Act } from '../../ui/acts-menu.tsx'
import { removalOf } from '../../ui/removal.tsx'
import type { Trip } from './queries.ts'
import type { TripStatus } from './shared/status.ts'
import { isBack, wordsOfStep } from './steps/step-words.ts'

const MergeSheet = lazy(() => import('./merge/merge-sheet.tsx'))
const StepSheet = lazy(() => import('./steps/step-sheet.tsx'))

/** What may be done with a trip besides its next step: steps back, merging and splitting, the cancellation, and the removal of a draft. */
export const useTripActs = (trip: Trip): (Act | false)[] => {
  const me = useMe()
  const removal = useRemoval(trip)
  const step = (status: TripStatus): Act => {
    const words = wordsOfStep(trip.status, status)
    const [zh, en] = words
    return {
      words: [`${zh}…`, `${en}…`],
      icon: status === 'cancelled' ? Ban : Undo,
      sheet: (close) => (
        <StepSheet trip={trip} status={status} words={words} isBack={isBack(trip.status, status)} close={close} />
      ),
    }
  }
  return [
    ...trip.possible.filter((to) => isBack(trip.status, to)).map(step),
    mayMove(me, trip) && {
      words: ['併團或分團…', 'Merge or split…'],
      icon: Merge,
      sheet: (close) => <MergeSheet trip={trip} close={close} />,
    },
    ...trip.possible.filter((to) => to === 'cancelled').map(step),
    editsTrips(me) && trip.status === 'draft' && removal,
  ]
}

/** Its bookings may move to another trip: before the departure, if there are any. */
const mayMove = (me: Parameters<typeof editsTrips>[0], { status, seats }: Trip) =>
  (editsTrips(me) || editsBookings(me)) &&
  ['open', 'guaranteed', 'closed'].includes(status) &&
  seats.held + seats.confirmed + seats.waitlisted > 0

const useRemoval = ({ id, version, serial }: Trip): Act => {
  const navigate = useNavigate()
  return removalOf({
    act: ['刪除草稿', 'Remove the draft'],
    name: serial,
    lost: [
      '這一團連同它的日程、航班、住宿與期限都會消失，無法復原；團號不會再使用。',
      'The trip is gone for good with its days, flights, hotels and deadlines. Its serial is not used again.',
    ],
    remove: (guidon) => deletePlannedTrip(guidon, id, { version }),
    leave: () => navigate({ to: '/trips' }),
    says: ['草稿已刪除', 'The draft is removed'],
    changes: ['trips'],
  })
}
