import { useQuery } from '@tanstack/react-query'
import { listGeographicalAreaOptions } from 'guidon-sdk'
import { guidon } from '../../../kit/api.ts'

/** The areas of the world that the house sells, for filters. */
export const useAreas = () =>
  useQuery({
    queryKey: ['areas', 'options'],
    queryFn: () => listGeographicalAreaOptions(guidon),
    staleTime: 600_000,
  }).data
