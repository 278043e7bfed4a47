import { Link } from '@tanstack/react-router'
import ArrowDown from '~icons/lucide/arrow-down'
import ArrowUp from '~icons/lucide/arrow-up'

type SortedProps = { by: string; sort: string | undefined; className?: string | undefined; children: string }

/** The heading of a sortable column; clicks switch between ascending, descending and unsorted. */
export const SortedHeading = ({ by, sort, className, children }: SortedProps) => {
  const isUp = sort === by
  const isDown = sort === `-${by}`
  const next = isUp ? `-${by}` : isDown ? undefined : by
  return (
    <th scope="col" className={className} aria-sort={isUp ? 'ascending' : isDown ? 'descending' : 'none'}>
      <Link to="." search={(now: object) => ({ ...now, sort: next, page: undefined })}>
        {children}
        {isUp && <ArrowUp width={13} height={13} />}
        {isDown && <ArrowDown width={13} height={13} />}
      </Link>
    </th>
  )
}
