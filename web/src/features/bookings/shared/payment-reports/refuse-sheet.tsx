import { refusePaymentReport } from 'guidon-sdk'
import { useSay } from '../../../../kit/words.ts'
import { useWrite } from '../../../../kit/write.ts'
import { ReasonForm } from '../../../../ui/forms/reason-form.tsx'
import { Sheet } from '../../../../ui/forms/sheet.tsx'

/** Tells the customer why the payment that it reported does not count. */
export default function RefuseReportSheet({ id, close }: { id: number; close: () => void }) {
  const say = useSay()
  const refusing = useWrite({
    send: (reason: string, guidon) => refusePaymentReport(guidon, id, { reason }),
    says: ['已通知客戶', 'The customer is notified'],
    changes: ['payment-reports', 'bookings', 'work'],
    close,
  })
  return (
    <Sheet title={say('查無這筆款項', 'The payment is not there')} close={close}>
      <ReasonForm
        of={{ id }}
        send={say('回覆客戶', 'Tell the customer')}
        sending={refusing}
        id="refuse-reason"
        label={say('給客戶的說明', 'What the customer reads')}
        hint={say(
          '客戶會在信中與訂單頁看到這句話。例：帳上查無這筆款項，請確認匯款日與末五碼。',
          'The customer reads this in the mail and in its place, such as: no such transfer has arrived, please check the day and the digits.',
        )}
      />
    </Sheet>
  )
}
