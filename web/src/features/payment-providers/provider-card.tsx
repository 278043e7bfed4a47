import { type PaymentProvider, testPaymentProvider, updatePaymentProvider } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import {
  paymentEnvironmentWords,
  paymentNoticeOutcomeWords,
  paymentProviderLackWords,
  paymentProviderWords,
} from 'guidon-sdk/words'
import { useState } from 'react'
import { dayAndTime } from '../../kit/days.ts'
import { price } from '../../kit/money.ts'
import { useSay } from '../../kit/words.ts'
import { useWrite } from '../../kit/write.ts'
import { ActButton } from '../../ui/act-button.tsx'
import { Card } from '../../ui/card.tsx'
import { Facts } from '../../ui/facts.tsx'
import { KeysSheet } from './keys-sheet.tsx'
import { LimitsSheet } from './limits-sheet.tsx'
import css from './page.module.css'

type Props = { provider: PaymentProvider }

/** One provider: what is missing, what is known, and the steps that lead to customers who pay. */
export const ProviderCard = ({ provider }: Props) => {
  const say = useSay()
  const { is_on } = provider
  return (
    <Card
      title={say(...paymentProviderWords[provider.provider])}
      aside={
        <span className={`badge ${is_on ? 'turn-done' : 'turn-over'}`}>
          {is_on ? say('客戶可以付款', 'Customers can pay') : say('未開放', 'Off')}
        </span>
      }
    >
      <div className={`within ${css.provider}`}>
        <Missing provider={provider} />
        <Known provider={provider} />
        <Acts provider={provider} />
      </div>
    </Card>
  )
}

const Missing = ({ provider: { missing } }: Props) => {
  const say = useSay()
  if (missing.length === 0) return null
  const words = missing.map((each) => say(...paymentProviderLackWords[each])).join(say('、', ', '))
  return <p className={css.missing}>{say(`還缺：${words}`, `Missing: ${words}`)}</p>
}

const Known = ({ provider }: Props) => {
  const say = useSay()
  const { environment, keys, last_notice, card_least, card_most, atm_least, atm_most, cvs_least, cvs_most } = provider
  const span = (least: number, most: number) => `${price(least, 'TWD')} – ${price(most, 'TWD')}`
  const proved = keys.find((each) => each.environment === 'test')?.proved_at
  return (
    <Facts
      facts={[
        [say('使用中的環境', 'Environment in use'), say(...paymentEnvironmentWords[environment])],
        ...keys.map(
          (each) =>
            [
              say(
                `${paymentEnvironmentWords[each.environment][0]}特店編號`,
                `Merchant ID (${paymentEnvironmentWords[each.environment][1].toLowerCase()})`,
              ),
              each.merchant_id,
            ] as const,
        ),
        [say('一次刷卡', 'By card at once'), span(card_least, card_most)],
        [
          say('一次 ATM 轉帳', 'By ATM at once'),
          provider.takes_atm ? span(atm_least, atm_most) : say('不收', 'Not taken'),
        ],
        [
          say('一次超商繳費', 'At a store at once'),
          provider.takes_cvs ? span(cvs_least, cvs_most) : say('不收', 'Not taken'),
        ],
        [say(...label.proved_at), proved && dayAndTime(proved)],
        [
          say(...label.last_notice),
          last_notice &&
            `${say(...paymentNoticeOutcomeWords[last_notice.outcome])} · ${dayAndTime(last_notice.received_at)}`,
        ],
      ]}
    />
  )
}

const Acts = ({ provider }: Props) => {
  const say = useSay()
  const [sheet, open] = useState<'keys' | 'limits'>()
  const close = () => open(undefined)
  const { is_on, missing, keys, version } = provider
  const about = say(...paymentProviderWords[provider.provider])
  const turn = (on: boolean) => ({
    act: (guidon: Parameters<typeof updatePaymentProvider>[0]) =>
      updatePaymentProvider(guidon, provider.provider, { is_on: on }, { version }),
    changes: ['payment-providers'],
    about,
  })
  return (
    <div className="ways">
      <button type="button" className={keys.length === 0 ? 'button main' : 'button'} onClick={() => open('keys')}>
        {say('金鑰…', 'Keys…')}
        <span className="unseen"> {about}</span>
      </button>
      <button type="button" className="button" onClick={() => open('limits')}>
        {say('付款方式與限額…', 'Ways and limits…')}
        <span className="unseen"> {about}</span>
      </button>
      {keys.some(({ environment }) => environment === 'test') && <Trial provider={provider} />}
      {!is_on && missing.length === 0 && (
        <ActButton
          words={['開放客戶付款', 'Let customers pay']}
          says={['已開放', 'Customers can pay']}
          isMain
          {...turn(true)}
        />
      )}
      {is_on && (
        <ActButton
          words={['關閉…', 'Switch off…']}
          sure={['確定關閉', 'Switch it off']}
          says={['已關閉', 'Switched off']}
          {...turn(false)}
        />
      )}
      {sheet === 'keys' && <KeysSheet provider={provider} close={close} />}
      {sheet === 'limits' && <LimitsSheet provider={provider} close={close} />}
    </div>
  )
}

/** Begins a test payment; its page opens beside this one, which shows the notice once it has come. */
const Trial = ({ provider: { provider, missing } }: Props) => {
  const say = useSay()
  const about = say(...paymentProviderWords[provider])
  const { mutate, data, isPending } = useWrite({
    send: (_, guidon) => testPaymentProvider(guidon, provider),
    tellsRefusal: true,
  })
  if (data)
    return (
      <a className="button main" href={data.url} target="_blank" rel="noreferrer">
        {say('開啟測試付款頁', 'Open the test payment')}
        <span className="unseen"> {about}</span>
      </a>
    )
  return (
    <button
      type="button"
      className={missing.length === 1 && missing[0] === 'test_payment' ? 'button main' : 'button'}
      disabled={isPending}
      onClick={() => mutate()}
    >
      {say('測試付款', 'Test payment')}
      <span className="unseen"> {about}</span>
    </button>
  )
}
