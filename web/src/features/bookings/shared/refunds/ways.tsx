import { approveRefundOrder, type RefundOrder } from 'guidon-sdk'
import { lazy } from '../../../../kit/lazy.ts'
import { ActButton } from '../../../../ui/act-button.tsx'
import { OpenButton } from '../../../../ui/open-button.tsx'
import { refundChanges } from './refund.ts'

const PaidSheet = lazy(() => import('./paid-sheet.tsx'))
const RefuseSheet = lazy(() => import('./refuse-sheet.tsx'))

/** The decision about an order, in the list of refunds and in the list of approvals. */
export default function RefundWays({ order }: { order: RefundOrder }) {
  const { id, version, possible, booking } = order
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
      {possible.includes('paid') && (
        <OpenButton words={['登錄付款…', 'Record as paid…']} about={[about, about]} className="button main">
          {(close) => <PaidSheet order={order} close={close} />}
        </OpenButton>
      )}
      {possible.includes('refuse') && (
        <OpenButton words={['退回…', 'Refuse…']} about={[about, about]} className="button">
          {(close) => <RefuseSheet order={order} close={close} />}
        </OpenButton>
      )}
    </div>
  )
}
