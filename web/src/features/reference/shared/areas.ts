import { useQuery } from '@tanstack/react-query'
import { listGeographicalAreaOptions } from 'guidon-sdk'
import { guidon } from '../../../kit/api.ts'

/** The geographical areas, for filters. */
export const useAreas = () =>
  useQuery({
    queryKey: ['areas', 'options'],
    queryFn: () => listGeographicalAreaOptions(guidon),
    staleTime: 600_000,
  }).data
