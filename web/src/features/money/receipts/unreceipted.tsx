import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { listUnreceipted, type MoneyUnreceipted } from 'guidon-sdk'
import { unreceiptedAgeWords } from 'guidon-sdk/words'
import { useState } from 'react'
import { guidon } from '../../../kit/api.ts'
import { shortDay } from '../../../kit/days.ts'
import { lazy } from '../../../kit/lazy.ts'
import { useMe } from '../../../kit/me.ts'
import { price } from '../../../kit/money.ts'
import { recordsRefunds } from '../../../kit/roles.ts'
import { plural, useSay } from '../../../kit/words.ts'
import { Card } from '../../../ui/card.tsx'
import { OpenButton } from '../../../ui/open-button.tsx'
import css from '../page.module.css'

const IssueSheet = lazy(() => import('../../bookings/shared/legal-receipts/issue-sheet.tsx'))

/** What was paid and has no legal receipt yet, by how long ago, and the bookings that have waited longest. */
export default function Unreceipted() {
  const say = useSay()
  const mayIssue = recordsRefunds(useMe())
  const [shown, setShown] = useState(FIRST)
  const { data } = useQuery({ queryKey: ['money', 'unreceipted'], queryFn: () => listUnreceipted(guidon) })
  if (!data?.length) return null
  const total = sumOf(data)
  const ages = Object.entries(unreceiptedAgeWords).map(([age, words]) => ({
    age,
    words,
    rows: data.filter((row) => row.age === age),
  }))
  return (
    <Card title={say(`未開收據 ${price(total)}`, `Without a receipt ${price(total)}`)}>
      <ul className={css.ages}>
        {ages
          .filter(({ rows }) => rows.length > 0)
          .map(({ age, words, rows }) => (
            <li key={age} className={age === 'up_to_3' ? '' : css.overdue}>
              <span>{say(...words)}</span>
              <span className="small soft">{say(`${rows.length} 筆`, plural(rows.length, 'booking'))}</span>
              <b className="number">{price(sumOf(rows))}</b>
              <span className={css.share} aria-hidden="true">
                <i style={{ width: `${(sumOf(rows) / total) * 100}%` }} />
              </span>
            </li>
          ))}
      </ul>
      <table className="table as-cards">
        <tbody>
          {data.slice(0, shown).map(({ id, booking_number, contact_name, since, amount }) => (
            <tr key={id}>
              <td>
                <Link to="/bookings/$id" params={{ id: String(id) }}>
                  {booking_number}
                </Link>{' '}
                {contact_name}
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
          ))}
        </tbody>
      </table>
      {data.length > shown && (
        <button type="button" className="button plain" onClick={() => setShown(data.length)}>
          {say(`顯示全部 ${data.length} 筆`, `Show all ${data.length}`)}
        </button>
      )}
    </Card>
  )
}
const FIRST = 10

const sumOf = (rows: readonly MoneyUnreceipted[]) => rows.reduce((sum, { amount }) => sum + amount, 0)
