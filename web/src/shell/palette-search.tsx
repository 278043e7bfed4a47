import { useQuery } from '@tanstack/react-query'
import { search } from 'guidon-sdk'
import type { ReactNode } from 'react'
import { guidon, sentenceOf } from '../kit/api.ts'
import { useMe } from '../kit/me.ts'
import { useSay } from '../kit/words.ts'
import { pageOf } from '../ui/subject-link.tsx'
import { Found } from './palette-record.tsx'
import { type Place, places } from './places.ts'

type Target = Pick<Place, 'to' | 'search'> | NonNullable<ReturnType<typeof pageOf>>
export type Result = { key: string; target: Target; shown: ReactNode }
export type Group = { title: string; results: Result[] }

/** What a text finds, and what is said if that is nothing. */
export const useResults = (text: string) => {
  const say = useSay()
  const fit = usePlaces(text)
  const { records, isAsking, isUnread, error } = useRecords(text.trim())
  // A heading stands only over something.
  const groups = [fit, ...records].filter(({ results }) => results.length > 0)
  const unreachable = say('連不上服務，請稍後再試。', 'The service cannot be reached; try again soon.')
  const nothing = isUnread ? sentenceOf(error, unreachable) : say('找不到', 'Nothing found')
  const words = isAsking ? say('搜尋中…', 'Searching…') : nothing
  return { groups, words: groups.length === 0 && words }
}

const usePlaces = (text: string): Group => {
  const say = useSay()
  const me = useMe()
  const isFit = ({ words, isFor }: Place) =>
    isFor(me) && words.join(' ').toLowerCase().includes(text.trim().toLowerCase())
  const results = places.flatMap((place, nth) =>
    isFit(place) ? [{ key: `place-${nth}`, target: place, shown: say(...place.words) }] : [],
  )
  return { title: say('前往', 'Go to'), results }
}

/** The kinds of records that have a page here. */
const types = ['planned_trip', 'booking', 'traveler', 'addon_request', 'tour_leader'] as const

const useRecords = (q: string) => {
  const say = useSay()
  // What was found for the text before must not be opened by Enter, so it is not shown.
  const { data, error, isFetching, isPaused } = useQuery({
    queryKey: ['search', q],
    queryFn: () => search(guidon, { q, types: [...types] }),
    enabled: q !== '',
  })
  const found = q ? (data?.data ?? []) : []
  const records = found.map(({ kind, label, label_en, items }): Group => {
    const results = items.flatMap((item) => {
      const target = pageOf({ type: kind, id: item.id })
      return target ? [{ key: `${kind}-${item.id}`, target, shown: <Found item={item} /> }] : []
    })
    return { title: say(label, label_en), results }
  })
  return { records, error, isAsking: isFetching, isUnread: isPaused || error !== null }
}
