import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { listBalances, type MoneyBalance, type MoneyBalanceBooking, sumBalances } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { bookingStatusWords } from 'guidon-sdk/words'
import { guidon } from '../../../kit/api.ts'
import type { Day } from '../../../kit/days.ts'
import { price } from '../../../kit/money.ts'
import { nameOf, useSay, type Words } from '../../../kit/words.ts'
import { Card } from '../../../ui/card.tsx'
import { Empty, Loading } from '../../../ui/empty.tsx'
import { ExportButton } from '../../../ui/export/button.tsx'
import { Line, Lines } from '../lines.tsx'
import css from '../page.module.css'

const parts = {
  receivable: label.receivable,
  prepaid: label.prepaid,
  repayable: label.repayable,
} satisfies Record<string, Words>
type Part = keyof typeof parts
const names = Object.keys(parts) as Part[]

/** What was owed, held and to be paid back at the end of a day; each sum opens to its bookings. */
export const Balances = ({ on, title }: { on: Day; title: string }) => {
  const { opened } = useSearch({ from: '/signed-in/money' })
  const { data } = useQuery({
    queryKey: ['money', 'balances', on],
    queryFn: () => sumBalances(guidon, { on }),
    placeholderData: keepPreviousData,
  })
  const say = useSay()
  const part = names.find((name) => name === opened)
  return (
    <>
      <Card
        title={title}
        aside={
          <span className={css.aside}>
            <ExportButton
              path="/api/money/balances"
              words={['月底餘額', 'Balances']}
              asked={{ on }}
              columns={() => import('guidon-sdk/columns/money-balances')}
            />
          </span>
        }
      >
        {!data && <Loading />}
        {data?.length === 0 && (
          <Empty why="done">{say('沒有應收、預收或應退', 'Nothing owed, held or due back')}</Empty>
        )}
        {data && data.length > 0 && (
          <Lines>
            {data.flatMap((row) =>
              names.map((name) => <Part key={name + row.currency} row={row} of={name} opened={part} />),
            )}
          </Lines>
        )}
      </Card>
      {part && <Bookings on={on} of={part} />}
    </>
  )
}

type PartOf = { row: MoneyBalance; of: Part; opened: Part | undefined }
const Part = ({ row, of, opened }: PartOf) => {
  const say = useSay()
  const { month } = useSearch({ from: '/signed-in/money' })
  const isOpen = of === opened
  return (
    <Line
      search={{ view: 'month', month, opened: isOpen ? undefined : of }}
      words={say(...parts[of])}
      of={row.currency}
      amounts={[price(row[of], row.currency)]}
      isOpen={isOpen}
    />
  )
}

/** The bookings behind a sum. */
const Bookings = ({ on, of }: { on: Day; of: Part }) => {
  const say = useSay()
  const query = { on, of }
  const { data } = useQuery({ queryKey: ['money', 'balances', query], queryFn: () => listBalances(guidon, query) })
  return (
    <Card
      title={say(...parts[of])}
      count={data?.length}
      aside={
        <span className={css.aside}>
          <ExportButton
            path="/api/money/balances/bookings"
            words={parts[of]}
            asked={query}
            columns={() => import('guidon-sdk/columns/money-balances-bookings')}
            isLogged
          />
        </span>
      }
    >
      {data ? (
        <table className={`table ${css.daysTable}`}>
          <thead>
            <tr>
              <th scope="col">{say(...label.booking)}</th>
              <th scope="col" className="number">
                {say(...parts[of])}
              </th>
            </tr>
          </thead>
          <tbody>
            {data.map((row) => (
              <Booking key={row.booking.id} row={row} of={of} />
            ))}
          </tbody>
        </table>
      ) : (
        <Loading />
      )}
    </Card>
  )
}

const Booking = ({ row, of }: { row: MoneyBalanceBooking; of: Part }) => {
  const say = useSay()
  const { booking, status, currency, total, paid } = row
  return (
    <tr>
      <td>
        <Link className="link" to="/bookings/$id" params={{ id: String(booking.id) }}>
          {booking.contact_name}
        </Link>
        <span className="sub">
          {booking.booking_number}・{nameOf(say, booking.trip)}・{say(...bookingStatusWords[status])}
        </span>
      </td>
      <td className="number">
        <b>{price(row[of], currency)}</b>
        <span className="sub">
          {say(
            `總額 ${price(total, currency)}，已付 ${price(paid, currency)}`,
            `of ${price(total, currency)}, paid ${price(paid, currency)}`,
          )}
        </span>
      </td>
    </tr>
  )
}
