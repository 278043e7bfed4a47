import { useQuery } from '@tanstack/react-query'
import { type BankDebit, confirmBankDebit, ignoreBankDebit, listBankDebits } from 'guidon-sdk'
import { bankDebitReasonWords, refundOrderStatusWords } from 'guidon-sdk/words'
import { allOf } from '../../../kit/all-of.ts'
import { guidon } from '../../../kit/api.ts'
import { shortDay } from '../../../kit/days.ts'
import { price } from '../../../kit/money.ts'
import { useSay } from '../../../kit/words.ts'
import { useWrite } from '../../../kit/write.ts'
import { Card } from '../../../ui/card.tsx'
import { ReasonForm } from '../../../ui/forms/reason-form.tsx'
import { Sheet } from '../../../ui/forms/sheet.tsx'
import { OpenButton } from '../../../ui/open-button.tsx'
import { refundChanges } from '../../bookings/shared/refunds/refund.ts'
import css from './page.module.css'

const changes = ['bank-debits', ...refundChanges]

/** What went out and has the amount of a refund, until somebody has said of which one. */
export const Debits = () => {
  const say = useSay()
  const { data } = useQuery({
    queryKey: ['bank-debits', 'new'],
    queryFn: () => allOf((at) => listBankDebits(guidon, { state: 'new', sort: 'booked_on', ...at })),
  })
  if (!data?.length) return null
  return (
    <Card title={say('支出：可能是退款', 'Went out: may be refunds')} count={data.length}>
      <ul className={css.lines}>
        {data.map((debit) => (
          <Debit key={debit.id} debit={debit} />
        ))}
      </ul>
    </Card>
  )
}

const Debit = ({ debit }: { debit: BankDebit }) => {
  const say = useSay()
  const { id, version, amount, currency, booked_on, payee_text, last_five, candidates } = debit
  const confirming = useWrite({
    send: (refund_order_id: number, of) => confirmBankDebit(of, id, { refund_order_id }, { version }),
    says: ['已確認：這筆退款已由銀行付出', 'Confirmed: the bank has paid this refund'],
    tellsRefusal: true,
    changes,
  })
  return (
    <li>
      <p>
        <b>−{price(amount, currency)}</b> <span className="soft">{shortDay(booked_on)}</span>
        <span className={`sub ${css.below}`}>
          {[payee_text, last_five && `…${last_five}`].filter(Boolean).join('・')}
        </span>
      </p>
      {candidates.length === 0 && (
        <p className="small soft">
          {say(
            '沒有待確認的退款單是這個金額；若退款付了兩次，請洽銀行。',
            'No refund of this amount waits for the bank. If one was paid twice, ask the bank.',
          )}
        </p>
      )}
      {candidates.map(({ refund_order_id, booking_number, payee, status, reasons }) => (
        <button
          key={refund_order_id}
          type="button"
          className="button worded"
          disabled={confirming.isPending}
          onClick={() => confirming.mutate(refund_order_id)}
        >
          {booking_number} {payee}
          <span className="sub">
            {[
              reasons.map((reason) => say(...bankDebitReasonWords[reason])).join(say('、', ', ')),
              status === 'approved'
                ? say('已核准，按下即登錄付款', 'approved: it is recorded as paid')
                : say(...refundOrderStatusWords[status]),
            ]
              .filter(Boolean)
              .join('・')}
          </span>
        </button>
      ))}
      <div className={css.acts}>
        <OpenButton
          words={['不是退款…', 'No refund…']}
          about={[price(amount, currency), price(amount, currency)]}
          className="button plain"
        >
          {(close) => <IgnoreSheet id={id} close={close} />}
        </OpenButton>
      </div>
    </li>
  )
}

const IgnoreSheet = ({ id, close }: { id: number; close: () => void }) => {
  const say = useSay()
  const ignoring = useWrite({
    send: (reason: string, of) => ignoreBankDebit(of, id, { reason }),
    says: ['已標示不是退款', 'Marked as no refund'],
    changes,
    close,
  })
  return (
    <Sheet title={say('這筆支出不是退款', 'This debit is no refund')} close={close}>
      <ReasonForm
        of={{ id }}
        send={say('不是退款', 'No refund')}
        sending={ignoring}
        id="debit-reason"
        label={say('原因', 'Reason')}
        hint={say('例：房租。', 'Such as: the rent.')}
      />
    </Sheet>
  )
}
