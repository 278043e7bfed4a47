import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { guidon } from '../kit/api.ts'
import type { Department, Role } from '../kit/role-words.ts'
import { nameOf, type Say } from '../kit/words.ts'

/** An option of a record field; trips of one package have the same name and are told apart by their serials. */
export type Named = {
  value: number
  label: string
  label_en: string | null
  serial?: string
  /** Of an account. */
  roles?: Role[]
  departments?: Department[]
}

/** Which accounts a field is for. */
export type Only = { role?: Role; department?: Department }

export const nameOfOption = (say: Say, { label, label_en, serial }: Named) =>
  [nameOf(say, { name: label, name_en: label_en }), serial].filter(Boolean).join(' ')

/** The names of the records with these ids, from the option list at a path; without ids nothing is requested. */
export const useNames = (of: string, ids: readonly number[]) => {
  const wanted = [...new Set(ids)].sort((a, b) => a - b)
  const { data = [] } = useQuery({
    queryKey: ['options', of, 'id', wanted],
    queryFn: () => guidon.data<Named[]>('GET', `${of}/list/options`, undefined, { query: { id: wanted } }),
    enabled: wanted.length > 0,
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  })
  return new Map(data.map((each) => [each.value, each]))
}

/** The records that match a text; without one, the first records. While they load, those of the previous text. */
export const useOptions = (of: string, q: string, isWanted: boolean, only?: Only) =>
  useQuery({
    queryKey: ['options', of, 'q', q, only],
    queryFn: () =>
      guidon.data<Named[]>('GET', `${of}/list/options`, undefined, { query: { ...(q && { q }), ...only } }),
    enabled: isWanted,
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  })
