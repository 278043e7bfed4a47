import { type RefundOrder, refuseRefundOrder } from 'guidon-sdk'
import { useSay } from '../../../../kit/words.ts'
import { useWrite } from '../../../../kit/write.ts'
import { ReasonForm } from '../../../../ui/forms/reason-form.tsx'
import { Sheet } from '../../../../ui/forms/sheet.tsx'
import { refundChanges } from './refund.ts'

/** Refuses an order that is not paid yet, with a reason that whoever ordered it reads. */
export default function RefuseSheet({ order: { id, version }, close }: { order: RefundOrder; close: () => void }) {
  const say = useSay()
  const refusing = useWrite({
    send: (reason: string, guidon) => refuseRefundOrder(guidon, id, { reason }, { version }),
    says: ['已退回，會通知開單人', 'Refused; whoever ordered it is told'],
    changes: refundChanges,
    close,
  })
  return (
    <Sheet title={say('退回退款單', 'Refuse the refund')} close={close}>
      <ReasonForm
        of={{ id }}
        send={say('退回', 'Refuse')}
        isHarmful
        sending={refusing}
        id="refuse-refund"
        hint={say('開單人會看到這個原因。', 'Whoever ordered it reads this reason.')}
      />
    </Sheet>
  )
}
