import { queryOptions } from '@tanstack/react-query'
import { listPlannedTripLeaderCandidates } from 'guidon-sdk'
import { guidon } from '../../../kit/api.ts'

/** Candidates for a trip, the best first, with reasons for and against each. */
export const candidatesOf = (trip: number) =>
  queryOptions({
    queryKey: ['trips', trip, 'candidates'],
    queryFn: () => listPlannedTripLeaderCandidates(guidon, trip),
  })
