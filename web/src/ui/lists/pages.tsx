import { Link, useNavigate } from '@tanstack/react-router'
import type { PageMeta } from 'guidon-sdk'
import ChevronLeft from '~icons/lucide/chevron-left'
import ChevronRight from '~icons/lucide/chevron-right'
import { pageSize, pageSizes } from '../../kit/page-size.ts'
import { useSay } from '../../kit/words.ts'

/** Which rows of how many, the way to the others, and how many are shown at a time. A short list has none of it. */
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
          aria-label={say('上一頁', 'Previous page')}
        >
          <ChevronLeft />
        </Link>
        <Link
          className="button square"
          {...pageAt(current_page + 1)}
          disabled={current_page >= last_page}
          aria-label={say('下一頁', 'Next page')}
        >
          <ChevronRight />
        </Link>
      </span>
    </nav>
  )
}

const pageAt = (page: number) =>
  ({ to: '.', search: (now: object) => ({ ...now, page: page > 1 ? page : undefined }) }) as const

/** This browser remembers it. */
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
      aria-label={say('每頁筆數', 'Rows at a time')}
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
