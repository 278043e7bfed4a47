import { useQuery } from '@tanstack/react-query'
import { getMySecondFactor } from 'guidon-sdk'
import { guidon } from '../../kit/api.ts'

/** Whether the reader has a second factor, and whether it is required. */
export const useMySecondFactor = () =>
  useQuery({ queryKey: ['me', 'second-factor'], queryFn: () => getMySecondFactor(guidon) }).data
