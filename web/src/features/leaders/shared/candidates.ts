import { queryOptions } from '@tanstack/react-query'
import { listPlannedTripLeaderCandidates } from 'guidon-sdk'
import { guidon } from '../../../kit/api.ts'

/** Who could lead a trip, the fittest first, with the reasons for and against each. */
export const candidatesOf = (trip: number) =>
  queryOptions({
    queryKey: ['trips', trip, 'candidates'],
    queryFn: () => listPlannedTripLeaderCandidates(guidon, trip),
  })
