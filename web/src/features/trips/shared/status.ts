import type { PlannedTrip } from 'guidon-sdk'

export type TripStatus = PlannedTrip['status']

/** The color shows who has to act: sales, departments or leaders; finished trips have none. */
const hues: Record<TripStatus, string> = {
  draft: 'turn-over',
  open: 'turn-sales',
  guaranteed: 'turn-done',
  closed: 'turn-department',
  departed: 'turn-leader',
  returned: 'turn-department',
  settled: 'turn-over',
  cancelled: 'turn-over',
}
export const hueOfTrip = ({ status }: { status: TripStatus }) => hues[status]
