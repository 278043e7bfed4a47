import { approveRefundOrder, type RefundOrder, refundByCard } from 'guidon-sdk'
import { paymentProviderWords } from 'guidon-sdk/words'
import { lazy } from '../../../../kit/lazy.ts'
import { ActButton } from '../../../../ui/act-button.tsx'
import { OpenButton } from '../../../../ui/open-button.tsx'
import { refundChanges } from './refund.ts'

const PaidSheet = lazy(() => import('./paid-sheet.tsx'))
const SettleSheet = lazy(() => import('./settle-sheet.tsx'))
const RefuseSheet = lazy(() => import('./refuse-sheet.tsx'))

/** The decision about an order, in the list of refunds and in the list of approvals. */
export default function RefundWays({ order }: { order: RefundOrder }) {
  const { id, version, possible, booking, card_provider, card_refund } = order
  const about = booking.booking_number
  return (
    <div className="ways">
      {possible.includes('approve') && (
        <ActButton
          words={['核准', 'Approve']}
          sure={['已核對收款人與金額，核准這筆退款？', 'Payee and amount are checked. Approve the refund?']}
          act={(guidon) => approveRefundOrder(guidon, id, { version })}
          says={['已核准，會通知開單人', 'Approved; whoever ordered it is told']}
          changes={refundChanges}
          about={about}
        />
      )}
      {possible.includes('paid') && card_provider && (
        <ActButton
          words={['退回信用卡', 'Back to the card']}
          sure={[
            `由${paymentProviderWords[card_provider][0]}把這筆款項退回付款的信用卡？`,
            `Give this back to the card that has paid, by ${paymentProviderWords[card_provider][1]}?`,
          ]}
          act={(guidon) => refundByCard(guidon, { refund_order_id: id })}
          says={['已送出，結果會顯示在這裡', 'Sent; the outcome is shown here']}
          changes={refundChanges}
          about={about}
        />
      )}
      {card_refund?.status === 'unclear' && (
        <OpenButton words={['說明結果…', 'What became of it…']} about={[about, about]} className="button main">
          {(close) => <SettleSheet refund={card_refund} close={close} />}
        </OpenButton>
      )}
      {possible.includes('paid') && !isUnderWay(card_refund) && (
        <OpenButton words={['登錄付款…', 'Record as paid…']} about={[about, about]} className="button main">
          {(close) => <PaidSheet order={order} close={close} />}
        </OpenButton>
      )}
      {possible.includes('refuse') && !isUnderWay(card_refund) && (
        <OpenButton words={['退回…', 'Refuse…']} about={[about, about]} className="button">
          {(close) => <RefuseSheet order={order} close={close} />}
        </OpenButton>
      )}
    </div>
  )
}

/** While it may be going back to the card it is paid by no other way. */
const isUnderWay = (refund: RefundOrder['card_refund']) =>
  refund !== null && ['asked', 'sent', 'unclear'].includes(refund.status)
