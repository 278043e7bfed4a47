import { price } from '../../../../kit/money.ts'
import { numberSent, numberTyped } from '../../../../kit/typed.ts'
import { useSay } from '../../../../kit/words.ts'
import { Field } from '../../../../ui/forms/form.tsx'
import { Group, Pairs } from '../../../../ui/forms/form-groups.tsx'

/** An item as it is typed. */
export type Item = { name: string; count: string; unit: string; price: string }

const MOST_ITEMS = 7

/** What an item comes to; NaN while its numbers are not typed yet. */
const amountOf = ({ count, price }: Item) => numberTyped(count) * numberTyped(price)

/** The items as they are sent: of each the count times the price is its amount. */
export const itemsSent = (items: readonly Item[]) =>
  items.map((item) => ({
    ...{ name: item.name, unit: item.unit, count: numberSent(item.count), price: numberSent(item.price) },
    amount: amountOf(item),
  }))

/** The items of a receipt, one to seven. They come to the amount of the receipt. */
export const ItemFields = ({ items, change }: { items: readonly Item[]; change: (items: Item[]) => void }) => {
  const say = useSay()
  const total = items.reduce((sum, item) => sum + amountOf(item), 0)
  const set = (nth: number, part: Partial<Item>) =>
    change(items.map((item, i) => (i === nth ? { ...item, ...part } : item)))
  return (
    <Group title={say('品項', 'Items')}>
      {items.map((item, i) => {
        const n = i + 1
        const amount = amountOf(item)
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: items are told apart by their place alone
          <div key={i}>
            <Field
              id={`items.${i}.name`}
              label={say(`品名 ${n}`, `Item ${n}`)}
              value={item.name}
              onChange={({ target }) => set(i, { name: target.value })}
              maxLength={280}
              required
            />
            <Pairs>
              <Field
                id={`items.${i}.count`}
                label={say(`數量 ${n}`, `Count ${n}`)}
                value={item.count}
                onChange={({ target }) => set(i, { count: target.value })}
                inputMode="decimal"
                required
              />
              <Field
                id={`items.${i}.unit`}
                label={say(`單位 ${n}`, `Unit ${n}`)}
                value={item.unit}
                onChange={({ target }) => set(i, { unit: target.value })}
                maxLength={6}
                required
              />
              <Field
                id={`items.${i}.price`}
                label={say(`單價 ${n}`, `Unit price ${n}`)}
                value={item.price}
                onChange={({ target }) => set(i, { price: target.value })}
                inputMode="decimal"
                required
              />
            </Pairs>
            <p className="small soft">
              {Number.isNaN(amount) ? '—' : price(amount)}{' '}
              {items.length > 1 && (
                <button type="button" className="button plain" onClick={() => change(items.filter((_, k) => k !== i))}>
                  {say(`移除品項 ${n}`, `Remove item ${n}`)}
                </button>
              )}
            </p>
          </div>
        )
      })}
      <p>
        <b>
          {say('合計', 'Total')} {Number.isNaN(total) ? '—' : price(total)}
        </b>{' '}
        {items.length < MOST_ITEMS && (
          <button
            type="button"
            className="button"
            onClick={() => change([...items, { name: '', count: '1', unit: '式', price: '' }])}
          >
            {say('增加品項', 'Add an item')}
          </button>
        )}
      </p>
    </Group>
  )
}
