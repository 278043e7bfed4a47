import type { PageMeta } from 'guidon-sdk'
import type { ReactNode } from 'react'
import { Empty, Loading } from '../empty.tsx'
import { Pages } from './pages.tsx'

export type ListedPage<Row> = { data: Row[]; meta: PageMeta }

type RowsProps<Row> = {
  /** Undefined while it is being read. */
  page: ListedPage<Row> | undefined
  /** The sentence for an empty list. */
  empty?: string | undefined
  children: (rows: Row[]) => ReactNode
}

/** The rows of one page, with links to the other pages. */
export const PagedRows = <Row,>({ page, empty, children }: RowsProps<Row>) => {
  if (!page) return <Loading />
  return (
    <>
      {page.data.length === 0 ? <Empty>{empty}</Empty> : children(page.data)}
      <Pages meta={page.meta} />
    </>
  )
}

/** The same in a card; `label` is its name for screen readers. */
export const ListCard = <Row,>({ label, ...rows }: RowsProps<Row> & { label: string }) => (
  <section className="card" aria-label={label}>
    <PagedRows {...rows} />
  </section>
)
