import type { ReactNode } from 'react'
import { FilterBar } from './filter-bar.tsx'
import type { FiltersOf } from './filters.ts'
import { ListCard, type ListedPage } from './list-card.tsx'

type Props<Row, Search> = {
  title: string
  /** The name of the list for screen readers. */
  label: string
  /** The number of records in words. */
  counted: (total: number) => string
  page: ListedPage<Row> | undefined
  filters: FiltersOf<Search>
  /** Behind the filters: what else can be done with the list. */
  tools?: ReactNode
  /** Shown if there are no records at all. */
  empty: ReactNode
  /** Shown beside the title, such as a button that adds a record. */
  aside?: ReactNode
  /** Shown beside the list, such as links to other lists. */
  beside?: ReactNode
  children: (rows: Row[]) => ReactNode
}

/** The layout of all pages that list records: title and number, filters, rows, and links to more rows. */
export const ListPage = <Row, Search extends object>(props: Props<Row, Search>) => {
  const { title, label, counted, page, filters, tools, empty, aside, beside, children } = props
  return (
    <div className="page">
      <header>
        <div>
          <h1>{title}</h1>
          <p className="soft small" role="status">
            {page && counted(page.meta.total)}
          </p>
        </div>
        {aside && <div className="right">{aside}</div>}
      </header>
      {beside}
      <FilterBar {...filters}>{tools}</FilterBar>
      <ListCard label={label} page={page} filters={filters} empty={empty}>
        {children}
      </ListCard>
    </div>
  )
}
