import { useNavigate } from '@tanstack/react-router'
import type { ComponentType, SVGProps } from 'react'
import type { Day } from '../../kit/days.ts'
import type { Words } from '../../kit/words.ts'

type Key<Search> = Extract<keyof Search, string>

/** What a field for one record gets. */
export type FieldProps = { label: string; value: number | undefined; choose: (value: number | undefined) => void }

/** A filter of a list: its words, the keys of the address that it sets, and how it is chosen. */
export type Filter<Search> = {
  words: Words
  /** The keys that it takes the place of. */
  instead?: readonly Key<Search>[]
} & (
  | { of: Key<Search>; choices: Record<string, Words> }
  | { of: Key<Search>; is: string | true; icon?: ComponentType<SVGProps<SVGSVGElement>> }
  | { of: Key<Search>; field: ComponentType<FieldProps> }
  /** Days; `usual` are shown as long as none are chosen. `hasSpans` offers this month, last quarter and the like beside them. */
  | { from: Key<Search>; to: Key<Search>; usual?: readonly [Day, Day]; hasSpans?: true }
)

/** The filters of a list as its page declares them. Those that a reader may not use are no objects. */
export type FiltersOf<Search> = {
  /** What is chosen: the search parameters of the address. */
  search: Search
  /** The words of the field that searches `q`. */
  find?: Words
  filters?: readonly (Filter<Search> | false | undefined)[]
}

const keysOf = <Search>(filter: Filter<Search>) => ('of' in filter ? [filter.of] : [filter.from, filter.to])

export const isSet = <Search>(search: Search, filter: Filter<Search>) =>
  keysOf(filter).some((key) => search[key] !== undefined)

/** The filters that the reader may use, and how many of them are set: with the search, and without it. */
export const statusOf = <Search>({ search, find, filters = [] }: FiltersOf<Search>) => {
  const offered = filters.filter((each) => each !== undefined && each !== false)
  const count = offered.filter((each) => isSet(search, each)).length
  const isSearched = find !== undefined && typeof search === 'object' && search !== null && 'q' in search && !!search.q
  return { offered, count, countWithSearch: count + (isSearched ? 1 : 0) }
}

type Changes = Record<string, unknown>

/** Changes the address of the list, which begins at its first page again. */
export const useChange = () => {
  const navigate = useNavigate()
  return (to: Changes) =>
    navigate({ to: '.', search: (now: object) => ({ ...now, page: undefined, ...to }), replace: true })
}

/** Unsets all filters and the search. The order, the columns and the view stay. */
export const useClear = <Search>(declared: FiltersOf<Search>) => {
  const change = useChange()
  const keys = statusOf(declared).offered.flatMap(keysOf)
  return () => change(Object.fromEntries(['q', ...keys].map((key) => [key, undefined])))
}
