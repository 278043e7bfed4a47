import { useQuery } from '@tanstack/react-query'
import { type Search, search } from 'guidon-sdk'
import { type ReactNode, useState } from 'react'
import { guidon, sentenceOf } from '../kit/api.ts'
import { useHouse } from '../kit/house.ts'
import { useMe } from '../kit/me.ts'
import { useSay } from '../kit/words.ts'
import { pageOf } from '../ui/subject-link.tsx'
import { type Command, commands } from './commands.ts'
import { type MenuEntry, menuEntries } from './menu-entries.ts'
import { Found } from './palette-record.tsx'
import { recentRecords } from './recent.ts'

type Target =
  | Pick<MenuEntry, 'to' | 'search'>
  | NonNullable<ReturnType<typeof pageOf>>
  | { to: '/reference'; search: { kind: 'suppliers'; edit: number } }
  | { to: '/trips/$id'; params: { id: string }; search: { tab: 'money' } }
/** A result either opens a page or runs a command. */
type Way = { target: Target } | { command: Command }
export type Result = Way & { key: string; shown: ReactNode }
export type Group = { title: string; results: Result[] }

/** The results for a text, and the sentence if there are none. */
export const useResults = (text: string) => {
  const say = useSay()
  const recent = useRecent(text)
  const fit = useMenuEntries(text)
  const acts = useCommands(text)
  const { records, isAsking, isUnread, error } = useRecords(text.trim())
  // Groups without a result are left out.
  const groups = [recent, fit, acts, ...records].filter(({ results }) => results.length > 0)
  const nothing = isUnread ? sentenceOf(error) : say('找不到', 'Nothing found')
  const words = isAsking ? say('搜尋中…', 'Searching…') : nothing
  return { groups, words: groups.length === 0 && words }
}

/** While nothing is typed: the records that were viewed before this page. */
const useRecent = (text: string): Group => {
  const say = useSay()
  const [recent] = useState(recentRecords)
  const results = recent.flatMap(({ title, about, ...subject }) => {
    const target = pageOf(subject)
    if (!target || location.pathname.endsWith(target.to.replace('$id', String(subject.id)))) return []
    const shown = (
      <>
        <b>{title}</b>
        <span className="soft">{about}</span>
      </>
    )
    return [{ key: `recent-${subject.type}-${subject.id}`, target, shown }]
  })
  return { title: say('最近看過', 'Recently viewed'), results: text.trim() ? [] : results }
}

/** The reader's pages and commands that match the text. */
const useFit = (text: string) => {
  const me = useMe()
  const house = useHouse()
  return ({ words, isFor, isUsed }: Pick<MenuEntry, 'words' | 'isFor' | 'isUsed'>) =>
    isFor(me) && (!isUsed || isUsed(house)) && words.join(' ').toLowerCase().includes(text.trim().toLowerCase())
}

const useCommands = (text: string): Group => {
  const say = useSay()
  const isFit = useFit(text)
  const results = commands.flatMap((command, nth) =>
    isFit(command) ? [{ key: `command-${nth}`, command, shown: say(...command.words) }] : [],
  )
  return { title: say('動作', 'Actions'), results }
}

const useMenuEntries = (text: string): Group => {
  const say = useSay()
  const isFit = useFit(text)
  const results = menuEntries.flatMap((entry, nth) =>
    isFit(entry) ? [{ key: `entry-${nth}`, target: entry, shown: say(...entry.words) }] : [],
  )
  return { title: say('前往', 'Go to'), results }
}

/** The types of records that have a page. */
const types = ['planned_trip', 'booking', 'traveler', 'addon_request', 'tour_leader', 'supplier', 'trip_cost'] as const

const useRecords = (q: string) => {
  const say = useSay()
  // Results of the previous text are hidden, so that Enter does not open one of them.
  const { data, error, isFetching, isPaused } = useQuery({
    queryKey: ['search', q],
    queryFn: () => search(guidon, { q, types: [...types] }),
    enabled: q !== '',
  })
  const found = q ? (data?.data ?? []) : []
  const records = found.map(({ kind, label, label_en, items }): Group => {
    const results = items.flatMap((item) => {
      const target = targetOf(kind, item.id)
      return target ? [{ key: `${kind}-${item.id}-${item.number}`, target, shown: <Found item={item} /> }] : []
    })
    return { title: say(label, label_en), results }
  })
  return { records, error, isAsking: isFetching, isUnread: isPaused || error !== null }
}

/** A supplier is opened among the reference data, and a cost on the money of its trip. */
const targetOf = (kind: Search['kind'], id: number): Target | undefined => {
  if (kind === 'supplier') return { to: '/reference', search: { kind: 'suppliers', edit: id } }
  if (kind !== 'trip_cost') return pageOf({ type: kind, id })
  return { to: '/trips/$id', params: { id: String(id) }, search: { tab: 'money' } }
}
