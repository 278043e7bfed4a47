import { useQuery } from '@tanstack/react-query'
import { listAddonRequests } from 'guidon-sdk'
import { guidon } from '../../../kit/api.ts'
import { seesRequests, useMe } from '../../../kit/me.ts'

/** The requests that wait for the reader, the most urgent first, and their number. */
export const useWaiting = () =>
  useQuery({
    queryKey: ['requests', 'waiting'],
    queryFn: () =>
      listAddonRequests(guidon, { next_action_by: 'me', sort: 'response_deadline,needed_by', per_page: 8 }),
    enabled: seesRequests(useMe()),
  })
