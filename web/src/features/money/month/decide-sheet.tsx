import { lockMoneyMonth, type MoneyMonth, unlockMoneyMonth } from 'guidon-sdk'
import { monthName } from '../../../kit/days.ts'
import { useSay } from '../../../kit/words.ts'
import { useWrite } from '../../../kit/write.ts'
import { ReasonForm } from '../../../ui/forms/reason-form.tsx'
import { Sheet } from '../../../ui/forms/sheet.tsx'

type Props = { month: MoneyMonth; step: 'lock' | 'unlock'; close: () => void }

/** Locks or unlocks a month with a reason. */
export default function DecideSheet({ month: { month, version }, step, close }: Props) {
  const say = useSay()
  const isLock = step === 'lock'
  const deciding = useWrite({
    send: (reason: string, of) => (isLock ? lockMoneyMonth : unlockMoneyMonth)(of, month, { reason }, { version }),
    says: isLock ? (['已鎖帳', 'Locked'] as const) : (['已解除鎖定', 'Unlocked'] as const),
    changes: ['money'],
    close,
  })
  const name = monthName(month)
  return (
    <Sheet
      title={isLock ? say(`${name}鎖帳`, `Lock ${name}`) : say(`解除${name}的鎖定`, `Unlock ${name}`)}
      close={close}
    >
      <p className="soft">
        {isLock
          ? say(
              '這個月的收款、退款、成本、匯率與現金不再變動；之後的更正算在更正的當天。',
              'Payments, refunds, costs, rates and cash of this month stay as they are. Later corrections count on the day on which they are made.',
            )
          : say(
              '這個月的收款、退款、成本、匯率與現金可以再變動，已報出去的數字可能不同。',
              'Payments, refunds, costs, rates and cash of this month can change again, and so can numbers that were reported.',
            )}
      </p>
      <ReasonForm
        of={{ id: month }}
        send={isLock ? say('鎖帳', 'Lock') : say('解除鎖定', 'Unlock')}
        sending={deciding}
        hint={
          isLock
            ? say('例：已與銀行核對完畢。', 'Such as: checked with the bank.')
            : say('例：漏登一筆匯款。', 'Such as: a transfer was forgotten.')
        }
      />
    </Sheet>
  )
}
