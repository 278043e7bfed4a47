import { type PaymentProvider, testPaymentProvider, updatePaymentProvider } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { paymentNoticeOutcomeWords, paymentProviderLackWords, paymentProviderWords } from 'guidon-sdk/words'
import { dayAndTime } from '../../kit/days.ts'
import { price } from '../../kit/money.ts'
import { useSay } from '../../kit/words.ts'
import { useWrite } from '../../kit/write.ts'
import { ConnectionCard } from '../../ui/connection/card.tsx'
import { environmentFacts } from '../../ui/connection/environment-facts.ts'
import type { Fact } from '../../ui/facts.tsx'
import { OpenButton } from '../../ui/open-button.tsx'
import { ProviderKeys } from './keys-sheet.tsx'
import { LimitsSheet } from './limits-sheet.tsx'

type Props = { provider: PaymentProvider }

/** One provider: what is missing, what is known, and the steps that lead to customers who pay. */
export const ProviderCard = ({ provider }: Props) => {
  const say = useSay()
  const { is_on, environment, keys, missing, last_notice, version } = provider
  const words = paymentProviderWords[provider.provider]
  return (
    <ConnectionCard
      title={say(...words)}
      about={say(...words)}
      isOn={is_on}
      state={is_on ? say('客戶可以付款', 'Customers can pay') : say('未開放', 'Off')}
      missing={missing.map((each) => paymentProviderLackWords[each])}
      facts={[
        ...environmentFacts(say, {
          environment,
          account: ['特店編號', 'Merchant ID'],
          keys: keys.map((each) => ({ ...each, account: each.merchant_id })),
        }),
        ...useLimits(provider),
        [
          say(...label.last_notice),
          last_notice &&
            `${say(...paymentNoticeOutcomeWords[last_notice.outcome])} · ${dayAndTime(last_notice.received_at)}`,
        ],
      ]}
      hasKeys={keys.length > 0}
      keys={(close) => <ProviderKeys provider={provider} close={close} />}
      more={
        <OpenButton words={['付款方式與限額…', 'Ways and limits…']} about={words} className="button">
          {(close) => <LimitsSheet provider={provider} close={close} />}
        </OpenButton>
      }
      test={keys.some((each) => each.environment === 'test') && <Trial provider={provider} />}
      turn={{
        words: ['開放客戶付款', 'Let customers pay'],
        says: ['已開放', 'Customers can pay'],
        act: (guidon, on) => updatePaymentProvider(guidon, provider.provider, { is_on: on }, { version }),
        changes: ['payment-providers'],
      }}
    />
  )
}

const useLimits = (provider: PaymentProvider): Fact[] => {
  const say = useSay()
  const { takes_atm, takes_cvs, card_least, card_most, atm_least, atm_most, cvs_least, cvs_most } = provider
  const span = (least: number, most: number) => `${price(least, 'TWD')} – ${price(most, 'TWD')}`
  const notTaken = say('不收', 'Not taken')
  return [
    [say('一次刷卡', 'By card at once'), span(card_least, card_most)],
    [say('一次 ATM 轉帳', 'By ATM at once'), takes_atm ? span(atm_least, atm_most) : notTaken],
    [say('一次超商繳費', 'At a store at once'), takes_cvs ? span(cvs_least, cvs_most) : notTaken],
  ]
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
