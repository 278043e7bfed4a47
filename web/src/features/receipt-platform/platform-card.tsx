import { type ReceiptPlatform, testReceiptPlatform, updateReceiptPlatform } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { paymentEnvironmentWords, receiptPlatformLackWords, receiptTrialStepWords } from 'guidon-sdk/words'
import { useState } from 'react'
import { dayAndTime } from '../../kit/days.ts'
import { useSay } from '../../kit/words.ts'
import { ActButton } from '../../ui/act-button.tsx'
import { Card } from '../../ui/card.tsx'
import { Facts } from '../../ui/facts.tsx'
import { receiptRefusal } from '../../ui/receipt-refusal.ts'
import { KeysSheet } from './keys-sheet.tsx'
import css from './page.module.css'

type Props = { platform: ReceiptPlatform }

/** The platform: what is missing, what is known, the last test receipt, and the steps that lead to receipts. */
export const PlatformCard = ({ platform }: Props) => {
  const say = useSay()
  const { is_on, environment } = platform
  return (
    <Card
      title={say('收據平台', 'The platform')}
      aside={
        <span className={`badge ${is_on ? 'turn-done' : 'turn-over'}`}>
          {!is_on && say('未開啟', 'Off')}
          {is_on && environment === 'production' && say('開立電子收據', 'Receipts are issued')}
          {is_on && environment === 'test' && say('測試環境：不是收據', 'Test environment: these are no receipts')}
        </span>
      }
    >
      <div className={`within ${css.platform}`}>
        <Missing platform={platform} />
        <Known platform={platform} />
        <Acts platform={platform} />
      </div>
    </Card>
  )
}

const Missing = ({ platform: { missing } }: Props) => {
  const say = useSay()
  if (missing.length === 0) return null
  const words = missing.map((each) => say(...receiptPlatformLackWords[each])).join(say('、', ', '))
  return <p className={css.missing}>{say(`還缺：${words}`, `Missing: ${words}`)}</p>
}

const Known = ({ platform: { environment, keys, fallback_email, surplus, trial } }: Props) => {
  const say = useSay()
  const proved = keys.find((each) => each.environment === 'test')?.proved_at
  return (
    <Facts
      facts={[
        [say('使用中的環境', 'Environment in use'), say(...paymentEnvironmentWords[environment])],
        ...keys.map(
          (each) =>
            [
              say(
                `${paymentEnvironmentWords[each.environment][0]}統一編號`,
                `Tax ID (${paymentEnvironmentWords[each.environment][1].toLowerCase()})`,
              ),
              each.merchant_ubn,
            ] as const,
        ),
        [say(...label.fallback_email), fallback_email],
        [say(...label.surplus), surplus?.toLocaleString('en')],
        [say(...label.trial), trial && <Trial trial={trial} />],
        [say(...label.proved_at), proved && dayAndTime(proved)],
      ]}
    />
  )
}

const Trial = ({ trial: { step, number, error, started_at } }: { trial: NonNullable<ReceiptPlatform['trial']> }) => {
  const say = useSay()
  return (
    <span aria-live="polite">
      {[say(...receiptTrialStepWords[step]), number, dayAndTime(started_at)].filter(Boolean).join(' · ')}
      {error && (
        <>
          <br />
          {say(...receiptRefusal(error))}
        </>
      )}
    </span>
  )
}

const Acts = ({ platform }: Props) => {
  const say = useSay()
  const [isEntering, setEntering] = useState(false)
  const { is_on, missing, keys, version } = platform
  const turn = (on: boolean) => ({
    act: (guidon: Parameters<typeof updateReceiptPlatform>[0]) =>
      updateReceiptPlatform(guidon, { is_on: on }, { version }),
    changes: ['receipt-platform'],
  })
  return (
    <div className="ways">
      <button type="button" className={keys.length === 0 ? 'button main' : 'button'} onClick={() => setEntering(true)}>
        {say('金鑰…', 'Keys…')}
      </button>
      {keys.some(({ environment }) => environment === 'test') && (
        <ActButton
          words={['測試', 'Test']}
          says={['已送出測試收據', 'The test receipt was sent']}
          isMain={missing.length === 1 && missing[0] === 'trial'}
          act={(guidon) => testReceiptPlatform(guidon, {})}
          changes={['receipt-platform']}
        />
      )}
      {!is_on && missing.length === 0 && (
        <ActButton
          words={['開啟電子收據', 'Issue receipts']}
          says={['已開啟', 'Receipts are issued']}
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
      {isEntering && <KeysSheet platform={platform} close={() => setEntering(false)} />}
    </div>
  )
}
