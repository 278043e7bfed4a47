import type { PageMeta } from 'guidon-sdk'
import type { ReactNode } from 'react'
import { Empty, Loading } from './empty.tsx'
import { Pages } from './pages.tsx'

type Props<Row> = {
  title: string
  /** The name of the list for screen readers. */
  label: string
  /** How many there are, in words. */
  counted: (total: number) => string
  page: { data: Row[]; meta: PageMeta } | undefined
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
    <section className="card" aria-label={label}>
      {!page && <Loading />}
      {page?.data.length === 0 && <Empty />}
      {page && page.data.length > 0 && children(page.data)}
      {page && page.meta.last_page > 1 && <Pages meta={page.meta} />}
    </section>
  </div>
)
