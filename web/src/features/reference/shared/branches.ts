import { useQuery } from '@tanstack/react-query'
import { listBranchOptions } from 'guidon-sdk'
import { guidon } from '../../../kit/api.ts'

/** The branches of the agency, for choices and names. */
export const useBranches = () =>
  useQuery({ queryKey: ['branches', 'options'], queryFn: () => listBranchOptions(guidon), staleTime: 600_000 }).data
