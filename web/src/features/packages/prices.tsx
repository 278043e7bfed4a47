import { Suspense, useState } from 'react'
import Banknote from '~icons/lucide/banknote'
import Plus from '~icons/lucide/plus'
import { span } from '../../kit/days.ts'
import { lazy } from '../../kit/lazy.ts'
import { useMe } from '../../kit/me.ts'
import { price } from '../../kit/money.ts'
import { useSay } from '../../kit/words.ts'
import { Card } from '../../ui/card.tsx'
import { Empty } from '../../ui/empty.tsx'
import css from './packages.module.css'
import { type ListedPrice, mayEdit, type OnePackage, useNamesOf } from './queries.ts'
import { amounts, amountWords } from './shared/price-words.ts'

const PriceSheet = lazy(() => import('./price-sheet.tsx'))

/** What one traveler pays, by season or by days. */
export const Prices = ({ one }: { one: OnePackage }) => {
  const say = useSay()
  const seasons = useNamesOf('/api/seasons', [...one.season_ids, ...one.prices.map(({ season_id }) => season_id)])
  const isEditor = mayEdit(useMe())
  const [open, setOpen] = useState<ListedPrice | 'new'>()
  return (
    <Card
      title={say('價格', 'Prices')}
      count={one.prices.length}
      aside={
        isEditor && (
          <button type="button" className="button more" onClick={() => setOpen('new')}>
            <Plus />
            {say('新增價格', 'Add a price')}
          </button>
        )
      }
    >
      {one.season_ids.length > 0 && (
        <p className="within small soft">{`${say('出團季節', 'Seasons')}：${seasons(...one.season_ids)}`}</p>
      )}
      {one.prices.length === 0 && <Empty icon={Banknote}>{say('還沒有價格', 'No prices yet')}</Empty>}
      {one.prices.length > 0 && <Table prices={one.prices} seasons={seasons} change={isEditor && setOpen} />}
      <Suspense>
        {open && <PriceSheet of={one.id} {...(open !== 'new' && { row: open })} close={() => setOpen(undefined)} />}
      </Suspense>
    </Card>
  )
}

type Change = false | ((row: ListedPrice) => void)
type TableProps = { prices: ListedPrice[]; seasons: ReturnType<typeof useNamesOf>; change: Change }

const Table = ({ prices, seasons, change }: TableProps) => {
  const say = useSay()
  return (
    <table className={`table as-cards ${css.pricesTable}`}>
      <thead>
        <tr>
          <th scope="col">{say('適用', 'Applies to')}</th>
          {amounts.map((name) => (
            <th key={name} scope="col" className="number">
              {say(...amountWords[name])}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {prices.map((row) => (
          <Row key={row.id} row={row} season={seasons(row.season_id)} change={change} />
        ))}
      </tbody>
    </table>
  )
}

const Row = ({ row, season, change }: { row: ListedPrice; season: string; change: Change }) => {
  const say = useSay()
  const days = row.valid_from && row.valid_to && span(row.valid_from, row.valid_to)
  const holds = season || days || say('其他日期', 'Any other day')
  return (
    <tr>
      <th scope="row">
        {change ? (
          <button type="button" className="button plain" onClick={() => change(row)}>
            {holds}
          </button>
        ) : (
          holds
        )}
        {row.notes && <span className="sub">{row.notes}</span>}
      </th>
      {amounts.map((name) => (
        <td key={name} className="number" data-name={say(...amountWords[name])}>
          {price(row[name], row.currency) || '—'}
        </td>
      ))}
    </tr>
  )
}
