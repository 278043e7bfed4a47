import { useQuery } from '@tanstack/react-query'
import { remindBooking } from 'guidon-sdk'
import { guidon } from '../../../../kit/api.ts'
import { useSay } from '../../../../kit/words.ts'
import { ActButton } from '../../../../ui/act-button.tsx'
import { Loading } from '../../../../ui/empty.tsx'
import { Sheet } from '../../../../ui/forms/sheet.tsx'
import { reminderChanges } from './days.ts'
import { LetterText } from './letter.tsx'

/** Shows the reminder as the customer will get it, or why it is not sent, and sends it. */
export default function RemindSheet({ id, close }: { id: number; close: () => void }) {
  const say = useSay()
  const { data } = useQuery({
    queryKey: ['payment-reminders', 'dry run', id],
    queryFn: () => remindBooking(guidon, id, { dry_run: true }),
    staleTime: 0,
  })
  return (
    <Sheet title={say('提醒付款', 'Remind of the payment')} close={close}>
      {!data && <Loading />}
      {data?.why && <p role="status">{say(data.why, data.why_en ?? data.why)}</p>}
      {data?.subject && data.text && !data.why && (
        <>
          <p className="small soft">
            {say(
              `會寄給 ${data.contact_name}；信裡的連結在寄出時產生。`,
              `It goes to ${data.contact_name}. The link in it is made when it is sent.`,
            )}
          </p>
          <LetterText subject={data.subject} text={data.text} locale={data.locale} />
          <ActButton
            words={['寄出提醒', 'Send it']}
            isMain
            act={(guidon) => remindBooking(guidon, id, {})}
            says={['已寄出提醒', 'The reminder is sent']}
            changes={reminderChanges}
            close={close}
          />
        </>
      )}
    </Sheet>
  )
}
