import { type ReceiptPlatform, testReceiptPlatform, updateReceiptPlatform } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { receiptPlatformLackWords, receiptTrialStepWords } from 'guidon-sdk/words'
import { dayAndTime } from '../../kit/days.ts'
import { useSay } from '../../kit/words.ts'
import { ActButton } from '../../ui/act-button.tsx'
import { ConnectionCard } from '../../ui/connection/card.tsx'
import { environmentFacts } from '../../ui/connection/environment-facts.ts'
import { receiptRefusal } from '../../ui/receipt-refusal.ts'
import { PlatformKeys } from './keys-sheet.tsx'

type Props = { platform: ReceiptPlatform }

/** The platform: what is missing, what is known, the last test receipt, and the steps that lead to receipts. */
export const PlatformCard = ({ platform }: Props) => {
  const say = useSay()
  const { is_on, environment, keys, missing, fallback_email, surplus, trial, version } = platform
  const issuing =
    environment === 'production'
      ? say('開立電子收據', 'Receipts are issued')
      : say('測試環境：不是收據', 'Test environment: these are no receipts')
  return (
    <ConnectionCard
      title={say('收據平台', 'The platform')}
      isOn={is_on}
      state={is_on ? issuing : say('未開啟', 'Off')}
      missing={missing.map((each) => receiptPlatformLackWords[each])}
      facts={[
        ...environmentFacts(say, {
          environment,
          account: ['統一編號', 'Tax ID'],
          keys: keys.map((each) => ({ ...each, account: each.merchant_ubn })),
        }),
        [say(...label.fallback_email), fallback_email],
        [say(...label.surplus), surplus?.toLocaleString('en')],
        [say(...label.trial), trial && <Trial trial={trial} />],
      ]}
      hasKeys={keys.length > 0}
      keys={(close) => <PlatformKeys platform={platform} close={close} />}
      test={
        keys.some((each) => each.environment === 'test') && (
          <ActButton
            words={['測試', 'Test']}
            says={['已送出測試收據', 'The test receipt was sent']}
            isMain={missing.length === 1 && missing[0] === 'trial'}
            act={(guidon) => testReceiptPlatform(guidon, {})}
            changes={['receipt-platform']}
          />
        )
      }
      turn={{
        words: ['開啟電子收據', 'Issue receipts'],
        says: ['已開啟', 'Receipts are issued'],
        act: (guidon, on) => updateReceiptPlatform(guidon, { is_on: on }, { version }),
        changes: ['receipt-platform'],
      }}
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
