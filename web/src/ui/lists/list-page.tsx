import type { ReactNode } from 'react'
import { ListCard, type ListedPage } from './list-card.tsx'

type Props<Row> = {
  title: string
  /** The name of the list for screen readers. */
  label: string
  /** How many there are, in words. */
  counted: (total: number) => string
  page: ListedPage<Row> | undefined
  filters: ReactNode
  /** Beside the title, such as a button that makes a new one. */
  aside?: ReactNode
  /** Beside the list, such as other lists. */
  beside?: ReactNode
  children: (rows: Row[]) => ReactNode
}

/** The shape of all pages that list records: title and number, filters, rows, and the way to more of them. */
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
