import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getLineThread, type LineThread, listLineMessages, listLineThreads } from 'guidon-sdk'
import { guidon } from '../../kit/api.ts'
import { nameOf, type Say } from '../../kit/words.ts'
import type { MessagesFilter } from './search.ts'

export type OpenThread = Awaited<ReturnType<typeof getLineThread>>

const SHOWN = 100

export const useThreads = ({ unread, mine, q }: MessagesFilter, enabled: boolean) =>
  useQuery({
    queryKey: ['line', 'threads', { unread, mine, q }],
    queryFn: () =>
      listLineThreads(guidon, {
        per_page: SHOWN,
        ...(unread && { unread }),
        ...(mine && { mine }),
        ...(q && { q }),
      }),
    placeholderData: keepPreviousData,
    enabled,
  })

export const useThread = (id: number) =>
  useQuery({ queryKey: ['line', 'thread', id], queryFn: () => getLineThread(guidon, id) })

export const useMessages = (id: number) =>
  useQuery({ queryKey: ['line', 'messages', id], queryFn: () => listLineMessages(guidon, id) })

/** The person, or else the name on LINE. */
export const titleOf = (say: Say, { person, display_name }: Pick<LineThread, 'person' | 'display_name'>) =>
  person ? nameOf(say, person) : (display_name ?? say('還不知道是誰', 'Not known yet'))
