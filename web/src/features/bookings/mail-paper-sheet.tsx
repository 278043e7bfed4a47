import { type BookingPaperInput, mailBookingPaper } from 'guidon-sdk'
import { type Say, useSay, type Words } from '../../kit/words.ts'
import { useWrite } from '../../kit/write.ts'
import { Form, TextArea } from '../../ui/forms/form.tsx'
import { Sheet } from '../../ui/forms/sheet.tsx'
import type { Booking } from './queries.ts'

/** A paper that can be mailed: its body for the API, and its name. */
export type Mailed = { asked: BookingPaperInput; words: Words }

/** Mails a paper to the contact, with a personal message. */
export default function MailPaperSheet({
  booking,
  paper,
  close,
}: {
  booking: Booking
  paper: Mailed
  close: () => void
}) {
  const say = useSay()
  const [zh, en] = paper.words
  const { mutate, error, isPending } = useWrite({
    send: (message: string, guidon) =>
      mailBookingPaper(guidon, booking.id, { ...paper.asked, ...(message && { message }) }),
    says: ['文件將寄給客戶', 'The paper is on its way'],
    close,
    changes: ['bookings'],
  })
  return (
    <Sheet title={say(`寄出${zh}`, `Mail: ${en}`)} close={close}>
      <Form
        of={{ id: `${paper.asked.paper} ${paper.asked.payment_id ?? ''}` }}
        send={say('寄出', 'Mail it')}
        error={error}
        isPending={isPending}
        submit={(given) => mutate(given('message'))}
      >
        <p className="small soft">{addressee(say, booking)}</p>
        <TextArea id="message" label={say('附言（可留空）', 'A word to the customer (optional)')} />
      </Form>
    </Sheet>
  )
}

/** Also says that the address is missing, so that nobody writes a message that cannot be sent. */
const addressee = (say: Say, { contact: { name, email }, contact_proved_at, customer_user_id }: Booking) => {
  if (customer_user_id === null && email === null)
    return say(
      '這筆訂單沒有電子郵件，文件寄不出去；請先按「修改」補上，或下載後以其他方式傳給客戶。',
      'This booking has no mail address, so nothing can be mailed: press Edit and give one, or send the paper by other means.',
    )
  if (customer_user_id === null && contact_proved_at === null)
    return say(
      '聯絡信箱尚未確認，文件寄不出去；請先致電客戶並代為確認。',
      'The mailbox is not confirmed, so nothing can be mailed: call the customer and confirm the contact first.',
    )
  const whom = `${name}${email ? say(`（${email}）`, ` (${email})`) : ''}`
  return say(`寄給${whom}，並留存寄出的版本。`, `To ${whom}; what is mailed is kept.`)
}
