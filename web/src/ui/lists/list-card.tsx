import type { PageMeta } from 'guidon-sdk'
import type { ReactNode } from 'react'
import { Loading } from '../empty.tsx'
import { NothingFound } from '../nothing-found.tsx'
import { type FiltersOf, statusOf, useClear } from './filters.ts'
import { Pages } from './pages.tsx'

export type ListedPage<Row> = { data: Row[]; meta: PageMeta }

type RowsProps<Row, Search> = {
  /** Undefined while it is being read. */
  page: ListedPage<Row> | undefined
  /** The filters of the list, if it has some: without rows they are offered to be cleared. */
  filters?: FiltersOf<Search> | undefined
  /** Shown if there are no rows at all. */
  empty: ReactNode
  children: (rows: Row[]) => ReactNode
}

/** The rows of one page, with links to the other pages. */
export const PagedRows = <Row, Search>({ page, filters, empty, children }: RowsProps<Row, Search>) => {
  if (!page) return <Loading />
  const isFiltered = filters !== undefined && statusOf(filters).countWithSearch > 0
  const none = isFiltered ? <NoneFound {...filters} /> : empty
  return (
    <>
      {page.data.length === 0 ? none : children(page.data)}
      <Pages meta={page.meta} />
    </>
  )
}

const NoneFound = <Search,>(filters: FiltersOf<Search>) => <NothingFound clear={useClear(filters)} />

/** The same in a card; `label` is its name for screen readers. */
export const ListCard = <Row, Search>({ label, ...rows }: RowsProps<Row, Search> & { label: string }) => (
  <section className="card" aria-label={label}>
    <PagedRows {...rows} />
  </section>
)
