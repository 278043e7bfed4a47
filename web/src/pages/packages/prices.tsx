import { dayWithYear } from '../../kit/days.ts'
import { price } from '../../kit/money.ts'
import { useSay, type Words } from '../../kit/words.ts'
import { Card } from '../../parts/card.tsx'
import { Empty } from '../../parts/empty.tsx'
import { type ListedPrice, type OnePackage, useNamesOf } from './queries.ts'

/** The amounts of a price, in the order of its table and its form. */
const amounts = [
  'adult',
  'child_with_bed',
  'child_no_bed',
  'infant',
  'single_supplement',
  'land_only',
  'deposit',
] as const
type Amount = (typeof amounts)[number]

const amountWords: Record<Amount, Words> = {
  adult: ['大人', 'Adult'],
  child_with_bed: ['小孩佔床', 'Child with bed'],
  child_no_bed: ['小孩不佔床', 'Child without bed'],
  infant: ['嬰兒', 'Infant'],
  single_supplement: ['單人房差', 'Single supplement'],
  land_only: ['不含機票', 'Land only'],
  deposit: ['訂金', 'Deposit'],
}

/** What one traveler pays, by season or by days. */
export const Prices = ({ one }: { one: OnePackage }) => {
  const say = useSay()
  const seasons = useNamesOf('/api/seasons', [...one.season_ids, ...one.prices.map(({ season_id }) => season_id)])
  return (
    <Card title={say('價格', 'Prices')} count={one.prices.length}>
      {one.season_ids.length > 0 && (
        <p className="within small soft">{`${say('出團季節', 'Seasons')}：${seasons(...one.season_ids)}`}</p>
      )}
      {one.prices.length === 0 ? (
        <Empty>{say('還沒有價格', 'No prices yet')}</Empty>
      ) : (
        <Table prices={one.prices} seasons={seasons} />
      )}
    </Card>
  )
}

type TableProps = { prices: ListedPrice[]; seasons: ReturnType<typeof useNamesOf> }

const Table = ({ prices, seasons }: TableProps) => {
  const say = useSay()
  return (
    <table className="table as-cards prices-table">
      <thead>
        <tr>
          <th scope="col">{say('適用', 'Holds')}</th>
          {amounts.map((name) => (
            <th key={name} scope="col" className="number">
              {say(...amountWords[name])}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {prices.map((row) => (
          <Row key={row.id} row={row} season={row.season_id === null ? '' : seasons(row.season_id)} />
        ))}
      </tbody>
    </table>
  )
}

const Row = ({ row, season }: { row: ListedPrice; season: string }) => {
  const say = useSay()
  const days = row.valid_from && row.valid_to && `${dayWithYear(row.valid_from)} – ${dayWithYear(row.valid_to)}`
  return (
    <tr>
      <th scope="row">
        {season || days || say('其他日期', 'Any other day')}
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
