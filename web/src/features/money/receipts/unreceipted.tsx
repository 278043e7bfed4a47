import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { listUnreceipted, type MoneyUnreceipted, type PageMeta, sumUnreceipted } from 'guidon-sdk'
import { unreceiptedAgeWords } from 'guidon-sdk/words'
import { useState } from 'react'
import ChevronLeft from '~icons/lucide/chevron-left'
import ChevronRight from '~icons/lucide/chevron-right'
import { guidon } from '../../../kit/api.ts'
import { shortDay } from '../../../kit/days.ts'
import { lazy } from '../../../kit/lazy.ts'
import { useMe } from '../../../kit/me.ts'
import { price } from '../../../kit/money.ts'
import { recordsRefunds } from '../../../kit/roles.ts'
import { plural, useSay } from '../../../kit/words.ts'
import { Card } from '../../../ui/card.tsx'
import { ExportButton } from '../../../ui/export/button.tsx'
import { iconName } from '../../../ui/icon-name.ts'
import { OpenButton } from '../../../ui/open-button.tsx'
import css from '../page.module.css'

const IssueSheet = lazy(() => import('../../bookings/shared/legal-receipts/issue-sheet.tsx'))

/** What was paid and has no legal receipt yet, by how long ago, and the bookings, those that have waited longest first. */
export default function Unreceipted() {
  const say = useSay()
  const [at, setAt] = useState(1)
  const { data: ages } = useQuery({
    queryKey: ['money', 'unreceipted', 'ages'],
    queryFn: () => sumUnreceipted(guidon),
  })
  const { data: page } = useQuery({
    queryKey: ['money', 'unreceipted', at],
    queryFn: () => listUnreceipted(guidon, { page: at, per_page: PER_PAGE }),
    placeholderData: keepPreviousData,
  })
  if (!ages?.length || !page) return null
  const total = ages.reduce((sum, { amount }) => sum + amount, 0)
  return (
    <Card
      title={say(`未開收據 ${price(total)}`, `Without a receipt ${price(total)}`)}
      aside={
        <ExportButton
          className="button more"
          path="/api/money/unreceipted"
          words={['未開收據', 'Payments without a receipt']}
          asked={{}}
          columns={() => import('guidon-sdk/columns/money-unreceipted')}
          isLogged
        />
      }
    >
      <ul className={css.ages}>
        {ages.map(({ age, bookings, amount }) => (
          <li key={age} className={age === 'up_to_3' ? '' : css.overdue}>
            <span>{say(...unreceiptedAgeWords[age])}</span>
            <span className="small soft">{say(`${bookings} 筆`, plural(bookings, 'booking'))}</span>
            <b className="number">{price(amount)}</b>
            <span className={css.share} aria-hidden="true">
              <i style={{ width: `${(amount / total) * 100}%` }} />
            </span>
          </li>
        ))}
      </ul>
      <table className="table as-cards">
        <tbody>
          {page.data.map((row) => (
            <Row key={row.id} row={row} />
          ))}
        </tbody>
      </table>
      {page.meta.last_page > 1 && <Pages meta={page.meta} go={setAt} />}
    </Card>
  )
}
const PER_PAGE = 10

const Row = ({ row: { id, booking_number, contact_name, since, amount } }: { row: MoneyUnreceipted }) => {
  const say = useSay()
  const mayIssue = recordsRefunds(useMe())
  return (
    <tr>
      <td>
        <Link to="/bookings/$id" params={{ id: String(id) }}>
          {booking_number}
        </Link>
        <span className="sub">{contact_name}</span>
      </td>
      <td>{say(`${shortDay(since)}收款`, `paid on ${shortDay(since)}`)}</td>
      <td className="number">{price(amount)}</td>
      <td className="number">
        {mayIssue && (
          <OpenButton words={['開立收據…', 'Issue a receipt…']} about={[booking_number, booking_number]}>
            {(close) => <IssueSheet booking={id} number={booking_number} close={close} />}
          </OpenButton>
        )}
      </td>
    </tr>
  )
}

/** The address of the page says which page of the receipts below is shown, so this card keeps its own. */
const Pages = ({
  meta: { current_page, last_page, from, to, total },
  go,
}: {
  meta: PageMeta
  go: (page: number) => void
}) => {
  const say = useSay()
  return (
    <nav className="pages" aria-label={say('未開收據的分頁', 'Pages of what has no receipt')}>
      {say(`第 ${from}–${to} 筆，共 ${total} 筆`, `${from}–${to} of ${total}`)}
      <span className="right">
        <button
          type="button"
          className="button square"
          disabled={current_page <= 1}
          onClick={() => go(current_page - 1)}
          {...iconName(say('上一頁未開收據', 'Previous page without a receipt'))}
        >
          <ChevronLeft />
        </button>
        <button
          type="button"
          className="button square"
          disabled={current_page >= last_page}
          onClick={() => go(current_page + 1)}
          {...iconName(say('下一頁未開收據', 'Next page without a receipt'))}
        >
          <ChevronRight />
        </button>
      </span>
    </nav>
  )
}
