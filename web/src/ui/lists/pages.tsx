import { Link, useNavigate } from '@tanstack/react-router'
import type { PageMeta } from 'guidon-sdk'
import ChevronLeft from '~icons/lucide/chevron-left'
import ChevronRight from '~icons/lucide/chevron-right'
import { pageSize, pageSizes } from '../../kit/page-size.ts'
import { useSay } from '../../kit/words.ts'
import { iconName } from '../icon-name.ts'

/** The range of rows on this page, links to other pages, and the page size. Hidden for a short list. */
export const Pages = ({ meta: { current_page, last_page, per_page, total, from, to } }: { meta: PageMeta }) => {
  const say = useSay()
  const isPaged = pageSizes.some((size) => Number(size) === per_page)
  if (!isPaged || total <= Number(pageSizes[0])) return null
  return (
    <nav className="pages" aria-label={say('分頁', 'Pages')}>
      {say(`第 ${from}–${to} 筆，共 ${total} 筆`, `${from}–${to} of ${total}`)}
      <span className="right">
        <Size />
        <Link
          className="button square"
          {...pageAt(current_page - 1)}
          disabled={current_page <= 1}
          {...iconName(say('上一頁', 'Previous page'))}
        >
          <ChevronLeft />
        </Link>
        <Link
          className="button square"
          {...pageAt(current_page + 1)}
          disabled={current_page >= last_page}
          {...iconName(say('下一頁', 'Next page'))}
        >
          <ChevronRight />
        </Link>
      </span>
    </nav>
  )
}

const pageAt = (page: number) =>
  ({ to: '.', search: (now: object) => ({ ...now, page: page > 1 ? page : undefined }) }) as const

/** The page size, stored in this browser. */
const Size = () => {
  const say = useSay()
  const navigate = useNavigate()
  const change = (value: string) => {
    const size = pageSizes.find((each) => each === value)
    if (size) pageSize.set(size)
    navigate({ ...pageAt(1), replace: true })
  }
  return (
    <select
      className="input"
      aria-label={say('每頁筆數', 'Rows per page')}
      value={pageSize.use()}
      onChange={({ target }) => change(target.value)}
    >
      {pageSizes.map((size) => (
        <option key={size} value={size}>
          {say(`每頁 ${size} 筆`, `${size} rows`)}
        </option>
      ))}
    </select>
  )
}
