import { mailBookingPapers } from 'guidon-sdk'
import { bookingPaperWords } from 'guidon-sdk/words'
import { plural, useSay } from '../../kit/words.ts'
import { BulkSheet } from '../../ui/bulk/sheet.tsx'
import { TextArea } from '../../ui/forms/form.tsx'
import { WordChoice } from '../../ui/forms/word-choice.tsx'
import { nameOfLine } from './name-of-line.ts'

type Props = {
  bookings: number[]
  /** Those who have not paid get the payment slip. */
  isReminder?: boolean
  close: () => void
}

/** What may be mailed to many: a receipt is of one payment. A booking with seats gets its confirmation instead of the quotation. */
const { quotation, payment_slip, departure_notice } = bookingPaperWords
const words = {
  quotation: [`${quotation[0]}、${bookingPaperWords.confirmation[0]}`, 'Quotation or confirmation'],
  payment_slip,
  departure_notice,
} as const

/** Mails a paper to the contacts of many bookings. */
export default function MailPapersSheet({ bookings, isReminder = false, close }: Props) {
  const say = useSay()
  const count = plural(bookings.length, 'booking')
  return (
    <BulkSheet
      title={
        isReminder
          ? say(`提醒 ${bookings.length} 筆訂單付款`, `Remind ${count} of the payment`)
          : say(`寄文件給 ${bookings.length} 筆訂單`, `Mail a paper to ${count}`)
      }
      send={(changed) => say(`寄給 ${changed} 筆`, `Mail it to ${plural(changed, 'booking')}`)}
      bodyOf={(given) => ({
        ids: bookings,
        paper: paperOf(isReminder ? 'payment_slip' : given('paper')),
        ...(given('message') && { message: given('message') }),
      })}
      call={mailBookingPapers}
      idOf={({ booking_id }) => booking_id}
      nameOf={(line) => nameOfLine(say, line)}
      will={['將寄出', 'Will be mailed']}
      done={['文件將寄給客戶', 'The papers are on their way']}
      changes={['bookings']}
      close={close}
    >
      {isReminder ? (
        <p className="soft">
          {say(
            '未付清的訂單會收到繳款單；已付清的不寄。',
            'Bookings that are not paid in full get the payment slip; the others get nothing.',
          )}
        </p>
      ) : (
        <WordChoice id="paper" label={say('文件', 'Paper')} words={words} />
      )}
      <TextArea id="message" label={say('附言（可留空）', 'A word to the customer (optional)')} />
    </BulkSheet>
  )
}

const paperOf = (given: string): keyof typeof words =>
  given === 'departure_notice' || given === 'payment_slip' ? given : 'quotation'
