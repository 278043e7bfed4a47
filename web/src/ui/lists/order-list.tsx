import { type DragEvent, type ReactNode, useState } from 'react'
import ArrowDown from '~icons/lucide/arrow-down'
import ArrowUp from '~icons/lucide/arrow-up'
import { useHeldFocus } from '../../kit/held-focus.ts'
import { useSay } from '../../kit/words.ts'
import { iconName } from '../icon-name.ts'
import css from './order-list.module.css'

type Props<Row> = {
  rows: Row[]
  nameOf: (row: Row) => string
  /** Receives the rows in their new order; without it the order is read-only. */
  put?: (rows: Row[]) => void
  /** Opens a row. */
  open?: (row: Row) => void
  children: (row: Row) => ReactNode
}

/** Rows whose order can be changed, by dragging or with the arrows beside each. */
export const OrderList = <Row extends { id: number }>({ rows, nameOf, put, open, children }: Props<Row>) => {
  const [dragged, setDragged] = useState<number>()
  const holdFocus = useHeldFocus()
  const move = (from: number, to: number) => {
    const row = rows[from]
    if (!row || !rows[to] || from === to) return
    holdFocus()
    put?.(rows.toSpliced(from, 1).toSpliced(to, 0, row))
  }
  return (
    <ol className={css.orderList}>
      {rows.map((row, nth) => (
        <li
          key={row.id}
          draggable={put !== undefined}
          className={dragged === nth ? css.dragged : ''}
          onDragStart={() => setDragged(nth)}
          onDragEnd={() => setDragged(undefined)}
          onDragOver={(event: DragEvent) => dragged !== undefined && event.preventDefault()}
          onDrop={() => dragged !== undefined && move(dragged, nth)}
        >
          <span className={css.rank}>{nth + 1}</span>
          <span className={css.what}>{children(row)}</span>
          {put && <Movers name={nameOf(row)} nth={nth} last={rows.length - 1} move={(by) => move(nth, nth + by)} />}
          {open && <OpenButton name={nameOf(row)} open={() => open(row)} />}
        </li>
      ))}
    </ol>
  )
}

type MoversProps = { name: string; nth: number; last: number; move: (by: number) => void }

const Movers = ({ name, nth, last, move }: MoversProps) => {
  const say = useSay()
  return (
    <span className={css.movers}>
      <button
        type="button"
        className="button plain square"
        disabled={nth === 0}
        {...iconName(say(`${name} 往上`, `Move ${name} up`))}
        onClick={() => move(-1)}
      >
        <ArrowUp />
      </button>
      <button
        type="button"
        className="button plain square"
        disabled={nth === last}
        {...iconName(say(`${name} 往下`, `Move ${name} down`))}
        onClick={() => move(1)}
      >
        <ArrowDown />
      </button>
    </span>
  )
}

const OpenButton = ({ name, open }: { name: string; open: () => void }) => {
  const say = useSay()
  return (
    <button type="button" className="button" onClick={open}>
      {say('修改…', 'Edit…')}
      <span className="unseen"> {name}</span>
    </button>
  )
}
