import { Link } from '@tanstack/react-router'
import type { PageMeta } from 'guidon-sdk'
import { useSay } from '../kit/words.ts'
import { ChevronLeft, ChevronRight } from './icons.tsx'

/** Which rows of how many, and the way to the others. */
export const Pages = ({ meta: { current_page, last_page, total, from, to } }: { meta: PageMeta }) => {
  const say = useSay()
  return (
    <nav className="pages" aria-label={say('分頁', 'Pages')}>
      {say(`第 ${from}–${to} 筆，共 ${total} 筆`, `${from}–${to} of ${total}`)}
      <span className="right">
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
