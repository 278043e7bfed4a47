import { useQuery } from '@tanstack/react-query'
import { getPassThroughStatement, getPlannedTripMoney, type PlannedTrip, type PlannedTripCost } from 'guidon-sdk'
import { costKindWords, voucherWords } from 'guidon-sdk/words'
import { Suspense, useState } from 'react'
import Wallet from '~icons/lucide/wallet'
import { guidon } from '../../../kit/api.ts'
import { lazy } from '../../../kit/lazy.ts'
import { useMe } from '../../../kit/me.ts'
import { price } from '../../../kit/money.ts'
import { entersCosts } from '../../../kit/roles.ts'
import { nameOf, useSay } from '../../../kit/words.ts'
import { Card } from '../../../ui/card.tsx'
import { Empty, Loading } from '../../../ui/empty.tsx'
import { type Column, ListTable } from '../../../ui/lists/list-table.tsx'
import { Result } from '../shared/trip-result.tsx'
import css from './costs.module.css'
import { PassThrough } from './pass-through.tsx'

const CostSheet = lazy(() => import('./cost-sheet.tsx'))

/** Sales, costs and margin of one trip, what of it passed through, and the list of its costs. */
export default function TripMoney({ trip: { id: trip } }: { trip: Pick<PlannedTrip, 'id'> }) {
  const { data: money } = useQuery({
    queryKey: ['trips', trip, 'money'],
    queryFn: () => getPlannedTripMoney(guidon, trip),
  })
  const { data: statement } = useQuery({
    queryKey: ['trips', trip, 'pass-through'],
    queryFn: () => getPassThroughStatement(guidon, trip),
  })
  return (
    <>
      {money ? <Result money={money} /> : <Loading />}
      {statement && <PassThrough trip={trip} statement={statement} />}
      <Costs trip={trip} data={statement?.costs} />
    </>
  )
}

const Costs = ({ trip, data }: { trip: number; data: PlannedTripCost[] | undefined }) => {
  const say = useSay()
  const mayWrite = entersCosts(useMe())
  const [open, setOpen] = useState<PlannedTripCost | 'new'>()
  return (
    <Card
      title={say('成本明細', 'Cost details')}
      count={data?.length}
      aside={
        mayWrite && (
          <button type="button" className="button more" onClick={() => setOpen('new')}>
            {say('新增成本…', 'Add a cost…')}
          </button>
        )
      }
    >
      {!data && <Loading />}
      {data?.length === 0 && <Empty icon={Wallet}>{say('還沒有登記成本', 'No costs are entered yet')}</Empty>}
      {data && data.length > 0 && (
        <ListTable className={css.costsTable} columns={columns} rows={data}>
          {(row) => <Row key={row.id} row={row} {...(mayWrite && { open: () => setOpen(row) })} />}
        </ListTable>
      )}
      {open && (
        <Suspense>
          <CostSheet trip={trip} cost={open === 'new' ? undefined : open} close={() => setOpen(undefined)} />
        </Suspense>
      )}
    </Card>
  )
}

const columns: Column[] = [
  { words: ['項目', 'Item'] },
  { words: ['供應商、請款單', 'Supplier, invoice'] },
  { words: ['預估', 'Estimated'], isNumber: true },
  { words: ['實際', 'Actual'], isNumber: true },
]

const Row = ({ row, open }: { row: PlannedTripCost; open?: () => void }) => {
  const say = useSay()
  const { kind, description, invoice_number, voucher, estimated, actual } = row
  const name = say(...costKindWords[kind])
  return (
    <tr>
      <td>
        {open ? (
          <button type="button" className={`link ${css.name}`} onClick={open}>
            {name}
          </button>
        ) : (
          <b>{name}</b>
        )}
        {description && <span className="sub">{description}</span>}
      </td>
      <td>
        {nameOf(say, { name: row.supplier_name ?? '', name_en: row.supplier_name_en })}
        {invoice_number && <span className="sub">{invoice_number}</span>}
        {voucher !== 'voucher' && actual !== null && (
          <span className={voucher === 'none' ? 'sub late' : 'sub'}>{say(...voucherWords[voucher])}</span>
        )}
      </td>
      <td className="number">
        <Amount row={row} amount={estimated} booked={row.booked_estimated} />
      </td>
      <td className="number">
        {actual === null && <span className="small soft">{say('未請款', 'not yet')}</span>}
        <Amount row={row} amount={actual} booked={row.booked_actual} />
      </td>
    </tr>
  )
}

type AmountProps = { row: PlannedTripCost; amount: number | null; booked: number | null }

/** The amount in the agency's currency; below it the supplier's amount and its exchange rate. */
const Amount = ({ row: { currency, rate }, amount, booked }: AmountProps) => {
  const say = useSay()
  if (amount === null) return null
  if (booked === null)
    return (
      <span className="late">{say(`${price(amount, currency)}，缺匯率`, `${price(amount, currency)}: no rate`)}</span>
    )
  return (
    <>
      <b>{price(booked)}</b>
      {rate !== null && rate !== 1 && (
        <span className="sub">
          {price(amount, currency)} × {rate}
        </span>
      )}
    </>
  )
}
