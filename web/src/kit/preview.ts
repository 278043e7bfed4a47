import { keepPreviousData, type QueryKey, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { queryClient } from './api.ts'

type Preview<Answer> = {
  key: QueryKey
  /** The dry run. */
  ask: (signal: AbortSignal) => Promise<Answer>
  /** Whether the write itself has been sent. */
  isSent: boolean
}

/**
 * What a write would do. When the write is sent, a preview without an answer is given up: the service may read it after the write, and
 * refuse it.
 */
export const usePreview = <Answer>({ key, ask, isSent }: Preview<Answer>) => {
  useEffect(() => {
    if (isSent) queryClient.cancelQueries({ queryKey: key })
  })
  return useQuery({
    queryKey: key,
    queryFn: ({ signal }) => ask(signal),
    enabled: !isSent,
    retry: false,
    placeholderData: keepPreviousData,
  })
}
