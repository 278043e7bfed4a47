import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getPackage, listPackages } from 'guidon-sdk'
import { guidon } from '../../kit/api.ts'
import { usePageSize } from '../../kit/page-size.ts'
import { editsPackages } from '../../kit/roles.ts'
import { nameOf, useSay } from '../../kit/words.ts'
import { useNames } from '../../ui/names.ts'
import type { PackageFilter } from './search.ts'

/** A package with its days and its prices. */
export type OnePackage = Awaited<ReturnType<typeof getPackage>>
export type Segment = OnePackage['segments'][number]
export type ListedPrice = OnePackage['prices'][number]

export const mayEdit = editsPackages

export const usePackages = (filter: PackageFilter) => {
  const isNarrow = filter.q || filter.status
  const status = ['draft' as const, 'published' as const]
  const query = { ...(!isNarrow && { status }), ...filter, per_page: usePageSize() }
  return useQuery({
    queryKey: ['packages', 'list', query],
    queryFn: () => listPackages(guidon, query),
    placeholderData: keepPreviousData,
  })
}

export const usePackage = (id: number) =>
  useQuery({ queryKey: ['packages', id], queryFn: () => getPackage(guidon, id) })

/** Returns the names of records of an option list, in the reader's language, in the order of the ids. */
export const useNamesOf = (of: string, ids: readonly (number | null)[]) => {
  const say = useSay()
  const names = useNames(
    of,
    ids.filter((id) => id !== null),
  )
  return (...wanted: readonly (number | null)[]) =>
    wanted
      .flatMap((id) => (id === null ? [] : (names.get(id) ?? [])))
      .map(({ label, label_en }) => nameOf(say, { name: label, name_en: label_en }))
      .join(say('、', ', '))
}
