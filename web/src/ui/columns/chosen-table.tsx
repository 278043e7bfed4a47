import type { ReactNode } from 'react'
import { useSay } from '../../kit/words.ts'
import { Heading } from '../lists/list-table.tsx'
import css from './chosen-table.module.css'
import { type ChosenColumn, columnsIn } from './columns.ts'
import { isWithShift, onTickKey, type Selection } from './selection.ts'

type Row = { id: number }
type Props<R extends Row> = {
  className?: string | undefined
  columns: readonly ChosenColumn<R>[]
  /** The names of the columns that the reader chose. */
  show: string | undefined
  sort: string | undefined
  rows: readonly R[]
  /** For a list whose rows can be ticked. */
  selection?: Selection | undefined
  /** How a row is called beside its tick. */
  nameOf?: (row: R) => string
  /** A heading above the rows that have it in common, such as their month. */
  groupOf?: ((row: R) => string) | undefined
}

/** The table of a list whose columns readers choose. On a phone each row is a card, and extra columns are lines of it. */
export const ChosenTable = <R extends Row>(props: Props<R>) => {
  const { className, columns, show, sort, rows, selection, groupOf } = props
  const shown = columnsIn(columns, show)
  const width = shown.length + (selection ? 1 : 0)
  return (
    <table className={`table as-cards ${className ?? ''} ${selection ? css.ticked : ''}`}>
      <thead>
        <tr>
          {selection && <TickAll rows={rows.map(({ id }) => id)} selection={selection} />}
          {shown.map((column) => (
            <Heading key={column.name} column={column} sort={sort} />
          ))}
        </tr>
      </thead>
      {groupsOf(rows, groupOf).map(([title, rowsOfGroup]) => (
        <tbody key={title} aria-label={title || undefined}>
          {title && (
            <tr className={css.group}>
              <th scope="rowgroup" colSpan={width}>
                {title}
              </th>
            </tr>
          )}
          {rowsOfGroup.map((row) => (
            <TableRow key={row.id} {...props} row={row} shown={shown} />
          ))}
        </tbody>
      ))}
    </table>
  )
}

type TableRowProps<R extends Row> = Props<R> & { row: R; shown: readonly ChosenColumn<R>[] }

const TableRow = <R extends Row>({ row, rows, shown, selection, nameOf }: TableRowProps<R>) => {
  const say = useSay()
  const ids = rows.map(({ id }) => id)
  return (
    <tr className={selection?.has(row.id) ? css.chosen : undefined}>
      {selection && (
        <td className={css.tick}>
          <input
            type="checkbox"
            aria-label={say(`選取 ${nameOf?.(row)}`, `Select ${nameOf?.(row)}`)}
            checked={selection.has(row.id)}
            onChange={(event) => selection.tickTo(ids, row.id, event.target.checked, isWithShift(event))}
            onKeyDown={(event) => onTickKey(event, ids, selection)}
          />
        </td>
      )}
      {shown.map(({ name, words, isNumber, isExtra, cell }) => (
        <td
          key={name}
          data-column={name}
          data-label={isExtra ? say(...words) : undefined}
          className={isNumber ? 'number' : undefined}
        >
          {cell(row)}
        </td>
      ))}
    </tr>
  )
}

const TickAll = ({ rows, selection }: { rows: readonly number[]; selection: Selection }) => {
  const say = useSay()
  const isAll = rows.length > 0 && rows.every(selection.has)
  return (
    <th scope="col" className={css.tick}>
      <input
        type="checkbox"
        aria-label={say('選取這一頁', 'Select this page')}
        checked={isAll}
        onChange={() => selection.tick(rows, !isAll)}
      />
    </th>
  )
}

/** Rows that stand one after the other and have a heading in common. */
const groupsOf = <R,>(rows: readonly R[], groupOf: ((row: R) => string) | undefined) => {
  const groups: [title: string, rows: R[]][] = []
  for (const row of rows) {
    const title = groupOf?.(row) ?? ''
    const group = groups.at(-1)
    if (group?.[0] === title) group[1].push(row)
    else groups.push([title, [row]])
  }
  return groups
}

type BarProps = { selection: Selection; counted: (count: number) => string; children: ReactNode }

/** What can be done with the ticked rows, at the bottom of the window as long as there are some. */
export const SelectionBar = ({ selection, counted, children }: BarProps) => {
  const say = useSay()
  if (selection.ids.length === 0) return null
  return (
    <section className={css.bar} aria-label={say('已選取的項目', 'Selection')}>
      <b role="status">{counted(selection.ids.length)}</b>
      {children}
      <button type="button" className="button plain" onClick={selection.clear}>
        {say('取消選取', 'Clear')}
      </button>
    </section>
  )
}
