import type { ReactNode } from 'react'
import { ListCard, type ListedPage } from './list-card.tsx'

type Props<Row> = {
  title: string
  /** The name of the list for screen readers. */
  label: string
  /** The number of records in words. */
  counted: (total: number) => string
  page: ListedPage<Row> | undefined
  filters: ReactNode
  /** Shown beside the title, such as a button that adds a record. */
  aside?: ReactNode
  /** Shown beside the list, such as links to other lists. */
  beside?: ReactNode
  children: (rows: Row[]) => ReactNode
}

/** The layout of all pages that list records: title and number, filters, rows, and links to more rows. */
export const ListPage = <Row,>({ title, label, counted, page, filters, aside, beside, children }: Props<Row>) => (
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
    {filters}
    <ListCard label={label} page={page}>
      {children}
    </ListCard>
  </div>
)
