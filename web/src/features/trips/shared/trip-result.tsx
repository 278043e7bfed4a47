import type { MoneyTrip } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { costKindWords } from 'guidon-sdk/words'
import { price } from '../../../kit/money.ts'
import { plural, useSay } from '../../../kit/words.ts'
import { Card } from '../../../ui/card.tsx'
import { Facts } from '../../../ui/facts.tsx'
import css from './trip-result.module.css'

/** Sales, costs and margin of one trip or of many. */
export const Result = ({ money }: { money: MoneyTrip }) => (
  <div className={css.result}>
    <Margin money={money} />
    <Sold money={money} />
    <Costs money={money} />
  </div>
)

type Props = { money: MoneyTrip }

const Margin = ({ money: { margin, currency, trips, travelers, sold, costs } }: Props) => {
  const say = useSay()
  return (
    <Card title={say(...label.margin)}>
      <div className="within">
        <p className={margin.amount < 0 ? `${css.sum} late` : css.sum}>{price(margin.amount, currency)}</p>
        <Facts
          facts={[
            [say('已售', 'Sold'), price(sold, currency)],
            [say('預計成本', 'Expected costs'), price(-costs.expected, currency)],
            [say('毛利率', 'Margin in percent'), margin.percent !== null && `${margin.percent}%`],
            [say('每位旅客', 'Per traveler'), margin.per_traveler !== null && price(margin.per_traveler, currency)],
            [say('原估毛利', 'Originally planned margin'), price(margin.planned, currency)],
            [say('團數', 'Trips'), trips > 1 && trips],
            [say(...label.travelers), travelers],
          ]}
        />
      </div>
    </Card>
  )
}

const Sold = ({ money: { currency, bookings, sold, held, paid, owed, refunds_due, other_currencies } }: Props) => {
  const say = useSay()
  return (
    <Card title={say('收入', 'Income')}>
      <div className="within">
        <Facts
          facts={[
            [say('訂單', 'Bookings'), bookings],
            [say('已售', 'Sold'), price(sold, currency)],
            [say('保留中，未計入', 'Held, not counted'), held > 0 && price(held, currency)],
            [say('已收', 'Paid'), price(paid, currency)],
            [say('應收', 'Owed'), price(owed, currency)],
            [say('應退', 'Refunds due'), refunds_due > 0 && price(refunds_due, currency)],
            ...other_currencies.map(
              (other) =>
                [
                  say(`${other.currency}，未計入`, `${other.currency}, not counted`),
                  price(other.sold, other.currency),
                ] as const,
            ),
          ]}
        />
      </div>
    </Card>
  )
}

const Costs = ({ money: { currency, costs } }: Props) => {
  const say = useSay()
  return (
    <Card title={say('成本', 'Costs')}>
      <div className="within">
        <Facts
          facts={[
            ...costs.by_kind.map(
              ({ kind, actual, expected }) =>
                [
                  say(...costKindWords[kind]),
                  actual === expected
                    ? price(expected, currency)
                    : say(`${price(expected, currency)}（含預估）`, `${price(expected, currency)} (partly estimated)`),
                ] as const,
            ),
            [say('預計合計', 'Expected in total'), <b key="total">{price(costs.expected, currency)}</b>],
            [say('其中已有實際金額', 'Of which actual'), price(costs.actual, currency)],
            [say('原估合計', 'Originally estimated'), price(costs.estimated, currency)],
          ]}
        />
        {costs.expected === 0 && (
          <p className="small soft">
            {say('還沒有登記成本，毛利尚未扣除成本。', 'No costs are entered yet; the margin is before costs.')}
          </p>
        )}
        {costs.without_rate > 0 && (
          <p className="small late">
            {say(
              `${costs.without_rate} 筆外幣成本沒有匯率，未計入`,
              `${plural(costs.without_rate, 'cost')} without an exchange rate, not counted`,
            )}
          </p>
        )}
        {costs.without_invoice > 0 && (
          <p className="small soft">
            {say(`${costs.without_invoice} 筆還沒有請款單`, `${costs.without_invoice} without an invoice yet`)}
          </p>
        )}
      </div>
    </Card>
  )
}
