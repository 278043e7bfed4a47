import type { ListPackagesQuery } from 'guidon-sdk'
import { isNumber, isText, searchOf, tabOf } from '../../kit/search.ts'

/** Without a status and a text, archived packages are left out. */
export const packageFilter = searchOf<ListPackagesQuery>()({
  q: isText,
  status: isText,
  kind: isText,
  area_id: isNumber,
  country_id: isNumber,
  sort: isText,
  page: isNumber,
})
export type PackageFilter = ReturnType<typeof packageFilter>

export const packageTab = tabOf('itinerary', 'prices', 'pictures')
export type PackageTab = NonNullable<ReturnType<typeof packageTab>['tab']>
