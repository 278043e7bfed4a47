import { useQuery } from '@tanstack/react-query'
import { type BankLine, listUnsettledPayments, type ProviderSettlementUnsettled, settleBankLine } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { paymentProviderWords } from 'guidon-sdk/words'
import { useState } from 'react'
import { guidon } from '../../../kit/api.ts'
import { shortDay } from '../../../kit/days.ts'
import { price } from '../../../kit/money.ts'
import { useSay } from '../../../kit/words.ts'
import { useWrite } from '../../../kit/write.ts'
import { Empty, Loading } from '../../../ui/empty.tsx'
import { Choice, Form, useFault } from '../../../ui/forms/form.tsx'
import { Sheet } from '../../../ui/forms/sheet.tsx'
import { bankChanges } from './changes.ts'
import css from './page.module.css'

type Unsettled = ProviderSettlementUnsettled
type Provider = Unsettled['provider']
const keyOf = ({ payment_id, is_correction }: Unsettled) => `${payment_id} ${is_correction}`

/** Says which payments the lump of a provider is of. What is left of them is its fee, which whoever presses confirms. */
export default function SettleSheet({ line, close }: { line: BankLine; close: () => void }) {
  const say = useSay()
  const { id, amount, currency, payer_text, booked_on, lump } = line
  const { data } = useQuery({
    queryKey: ['provider-settlements', 'unsettled'],
    queryFn: () => listUnsettledPayments(guidon),
  })
  const there = (['ecpay', 'newebpay'] as const).filter((each) => data?.some(({ provider }) => provider === each))
  const [chosen, setChosen] = useState<Provider | undefined>(lump?.provider)
  const provider = chosen ?? there[0]
  const open = data?.filter((each) => each.provider === provider) ?? []
  const [changed, setChanged] = useState<ReadonlyMap<string, boolean>>(new Map())
  const isTicked = (each: Unsettled) =>
    changed.get(keyOf(each)) ??
    (lump?.provider === provider && lump !== null && lump.from_day <= each.day && each.day <= lump.to_day)
  const ticked = open.filter(isTicked)
  const gross = ticked.reduce((sum, each) => sum + each.amount, 0)
  const fee = gross - amount
  const settling = useWrite({
    send: (of: Unsettled[], guidon) =>
      settleBankLine(guidon, id, {
        provider: provider ?? 'ecpay',
        payments: of.map(({ payment_id, is_correction }) => ({ payment_id, is_correction })),
        fee,
      }),
    close,
    says: ['已核對撥款，沒有新增收款', 'The lump is settled; no payment was added'],
    changes: [...bankChanges, 'provider-settlements'],
  })
  return (
    <Sheet title={say('這筆入帳是哪些款項的撥款', 'Which payments is this lump of?')} close={close}>
      <p>
        <b>{price(amount, currency)}</b>{' '}
        <span className="soft">
          {shortDay(booked_on)} {payer_text}
        </span>
      </p>
      {!data && <Loading />}
      {data?.length === 0 && <Empty why="done">{say('沒有還沒撥款的款項', 'Everything is paid out')}</Empty>}
      {provider && (
        <Form
          of={{ id: `lump ${id}` }}
          hasNoDraft
          send={say('核對撥款', 'Settle')}
          error={settling.error}
          isPending={settling.isPending}
          isBlocked={ticked.length === 0 || fee < 0}
          submit={() => settling.mutate(ticked)}
        >
          {there.length > 1 && (
            <Choice
              id="provider"
              label={say(...label.provider)}
              defaultValue={provider}
              onChange={({ currentTarget }) => setChosen(there.find((each) => each === currentTarget.value))}
              options={there.map((each) => [each, say(...paymentProviderWords[each])])}
            />
          )}
          <fieldset className={css.ticks}>
            <legend className="small soft">{say('這次撥款的款項', 'The payments of it')}</legend>
            {open.map((each) => (
              <Tick
                key={keyOf(each)}
                payment={each}
                isTicked={isTicked(each)}
                tick={(is) => setChanged((before) => new Map(before).set(keyOf(each), is))}
              />
            ))}
          </fieldset>
          <Sums gross={gross} amount={amount} currency={currency} told={toldOf(ticked)} />
        </Form>
      )}
    </Sheet>
  )
}

const toldOf = (ticked: Unsettled[]) =>
  ticked.every(({ told_fee, amount }) => told_fee !== null || amount < 0)
    ? ticked.reduce((sum, { told_fee }) => sum + (told_fee ?? 0), 0)
    : undefined

type TickProps = { payment: Unsettled; isTicked: boolean; tick: (is: boolean) => void }

const Tick = ({ payment, isTicked, tick }: TickProps) => {
  const say = useSay()
  const { booking_number, contact_name, amount, day, told_fee, is_correction } = payment
  return (
    <label className="check">
      <input type="checkbox" checked={isTicked} onChange={({ target }) => tick(target.checked)} />
      <span>
        {booking_number} {contact_name}
        <span className={`sub ${css.below}`}>
          {[
            shortDay(day),
            is_correction && say('撥款後作廢或爭議扣款', 'taken back after it was paid out'),
            !is_correction && amount < 0 && say('退回信用卡', 'refunded to the card'),
            told_fee !== null && say(`手續費 ${price(told_fee, 'TWD')}`, `fee ${price(told_fee, 'TWD')}`),
          ]
            .filter(Boolean)
            .join('・')}
        </span>
      </span>
      <b className="number">{price(amount, 'TWD')}</b>
    </label>
  )
}

type SumsProps = { gross: number; amount: number; currency: string; told: number | undefined }

/** What is ticked, what came, and the difference, which is confirmed as the fee. */
const Sums = ({ gross, amount, currency, told }: SumsProps) => {
  const say = useSay()
  const [ofPayments, ofFee] = [useFault('payments'), useFault('fee')]
  const fault = ofPayments ?? ofFee
  const fee = gross - amount
  const percent = gross > 0 ? ((fee * 100) / gross).toFixed(2) : undefined
  if (fee < 0)
    return (
      <p className="late" role="status">
        {say(
          `勾選的款項共 ${price(gross, currency)}，還少 ${price(-fee, currency)}；請勾選漏掉的款項。`,
          `The ticked payments come to ${price(gross, currency)}, ${price(-fee, currency)} too little: tick those that are missing.`,
        )}
      </p>
    )
  return (
    <>
      <p role="status">
        {say(
          `款項合計 ${price(gross, currency)}，入帳 ${price(amount, currency)}。`,
          `The payments come to ${price(gross, currency)}, and ${price(amount, currency)} came.`,
        )}
        {told !== undefined && told !== fee && (
          <span className={`sub late ${css.below}`}>
            {say(
              `金流服務通知的手續費合計是 ${price(told, currency)}，與差額不同；請確認勾選的款項。`,
              `The provider has told fees of ${price(told, currency)}, which is not the difference: check what is ticked.`,
            )}
          </span>
        )}
      </p>
      <label className={`check ${css.confirmed}`} key={fee}>
        <input type="checkbox" name="confirmed_fee" value={fee} required />
        <span>
          {say(
            `手續費是 ${price(fee, currency)}${percent ? `（${percent}%）` : ''}，正確`,
            `The fee is ${price(fee, currency)}${percent ? ` (${percent}%)` : ''}, and right`,
          )}
        </span>
      </label>
      {fault && <p className="late">{fault}</p>}
    </>
  )
}
