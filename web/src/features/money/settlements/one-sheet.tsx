import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { getProviderSettlement, unmatchBankLine } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { paymentProviderWords } from 'guidon-sdk/words'
import { guidon } from '../../../kit/api.ts'
import { shortDay } from '../../../kit/days.ts'
import { price } from '../../../kit/money.ts'
import { useSay } from '../../../kit/words.ts'
import { useWrite } from '../../../kit/write.ts'
import { Loading } from '../../../ui/empty.tsx'
import { ReasonForm } from '../../../ui/forms/reason-form.tsx'
import { Sheet } from '../../../ui/forms/sheet.tsx'
import { bankChanges } from '../bank/changes.ts'

/** One lump with its payments; here it is taken back, so that its line of the bank waits again. */
export default function OneSheet({ id, close }: { id: number; close: () => void }) {
  const say = useSay()
  const { data } = useQuery({
    queryKey: ['provider-settlements', id],
    queryFn: () => getProviderSettlement(guidon, id),
  })
  const undoing = useWrite({
    send: (reason: string, guidon) => unmatchBankLine(guidon, data?.bank_line_id ?? 0, { reason }),
    says: ['已復原，這筆入帳待重新核對', 'Taken back; the line of the bank waits again'],
    changes: [...bankChanges, 'provider-settlements'],
    close,
  })
  if (!data)
    return (
      <Sheet title={say('金流撥款', 'Card payout')} close={close}>
        <Loading />
      </Sheet>
    )
  const { provider, settled_on, currency, gross, fee, net, parts } = data
  return (
    <Sheet title={`${say(...paymentProviderWords[provider])} ${shortDay(settled_on)}`} close={close}>
      <p>
        {say(
          `款項 ${price(gross, currency)} − 手續費 ${price(fee, currency)} ＝ 入帳 ${price(net, currency)}`,
          `Payments ${price(gross, currency)} − fee ${price(fee, currency)} = came ${price(net, currency)}`,
        )}
      </p>
      <table className="table">
        <thead>
          <tr>
            <th scope="col">{say(...label.booking)}</th>
            <th scope="col" className="number">
              {say(...label.amount)}
            </th>
            <th scope="col" className="number">
              {say('手續費', 'Fee')}
            </th>
          </tr>
        </thead>
        <tbody>
          {parts.map((part) => (
            <tr key={`${part.payment_id} ${part.is_correction}`}>
              <td>
                <Link to="/bookings/$id" params={{ id: String(part.booking_id) }}>
                  {part.booking_number}
                </Link>{' '}
                {part.contact_name}
                {part.is_correction && (
                  <span className="sub">{say('撥款後作廢或爭議扣款', 'taken back after it was paid out')}</span>
                )}
              </td>
              <td className="number">{price(part.amount, currency)}</td>
              <td className="number">{price(part.fee, currency)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <details>
        <summary>{say('核對錯了，要復原…', 'It is wrong: take it back…')}</summary>
        <ReasonForm
          of={{ id: `settlement ${id}` }}
          send={say('復原', 'Take back')}
          isHarmful
          sending={undoing}
          hint={say(
            '這筆入帳會回到待處理；客戶的收款不變。',
            'The line of the bank waits again; what customers paid stays.',
          )}
        />
      </details>
    </Sheet>
  )
}
