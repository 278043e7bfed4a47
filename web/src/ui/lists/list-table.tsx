import type { ReactNode } from 'react'
import { useSay, type Words } from '../../kit/words.ts'
import { SortedHeading } from './sorted-heading.tsx'

/** A column of a list; `by` is what the service sorts it by. */
export type Column = { words: Words; by?: string; isNumber?: boolean }

type Props<Row> = {
  className?: string | undefined
  columns: readonly Column[]
  sort?: string | undefined
  rows: readonly Row[]
  children: (row: Row) => ReactNode
}

/** The table of a list. On a phone each row is a card. */
export const ListTable = <Row,>({ className, columns, sort, rows, children }: Props<Row>) => (
  <table className={`table as-cards ${className ?? ''}`}>
    <thead>
      <tr>
        {columns.map((column) => (
          <Heading key={column.words[1]} column={column} sort={sort} />
        ))}
      </tr>
    </thead>
    <tbody>{rows.map(children)}</tbody>
  </table>
)

/** The heading of a column; it sorts, where the service sorts by it. */
export const Heading = ({ column: { words, by, isNumber }, sort }: { column: Column; sort: string | undefined }) => {
  const say = useSay()
  const className = isNumber ? 'number' : undefined
  if (by)
    return (
      <SortedHeading by={by} sort={sort} className={className}>
        {say(...words)}
      </SortedHeading>
    )
  return (
    <th scope="col" className={className}>
      {say(...words)}
    </th>
  )
}
