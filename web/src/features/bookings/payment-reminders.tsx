import { useQuery } from '@tanstack/react-query'
import { type BookingPaymentReminder, endSilenceOfBooking, getBookingPaymentReminders } from 'guidon-sdk'
import { paymentPurposeWords } from 'guidon-sdk/words'
import { guidon } from '../../kit/api.ts'
import { shortDay } from '../../kit/days.ts'
import { useMe } from '../../kit/me.ts'
import { price } from '../../kit/money.ts'
import { recordsPayments } from '../../kit/roles.ts'
import { nameOf, type Say, useSay } from '../../kit/words.ts'
import { ActButton } from '../../ui/act-button.tsx'
import { Card } from '../../ui/card.tsx'
import css from './payment-reminders.module.css'
import type { Booking } from './queries.ts'
import { ReminderActs } from './shared/reminders/acts.tsx'
import { reminderChanges, ruleWords } from './shared/reminders/days.ts'

/** What the customer was reminded of, when it is next, and until when it is not. */
export default function PaymentReminders({ booking: { id } }: { booking: Booking }) {
  const say = useSay()
  const mayRemind = recordsPayments(useMe())
  const { data } = useQuery({
    queryKey: ['payment-reminders', { booking: id }],
    queryFn: () => getBookingPaymentReminders(guidon, id),
  })
  if (!data || (!mayRemind && !data.sent.length && !data.silence)) return null
  const { next_on, silence, sent } = data
  return (
    <Card title={say('付款提醒', 'Reminders of payments')}>
      <div className={css.next}>
        {silence && (
          <p>
            <b>{say(`暫停到 ${shortDay(silence.until)}`, `Silent until ${shortDay(silence.until)}`)}</b>
            <span className={`sub ${css.below}`}>
              {[silence.reason, silence.setter && nameOf(say, silence.setter)].filter(Boolean).join('・')}
            </span>
          </p>
        )}
        <p className="small soft">
          {next_on
            ? say(`下次自動提醒：${shortDay(next_on)}`, `Next by the rules: ${shortDay(next_on)}`)
            : say('依規則不會再自動提醒。', 'By the rules there are no more reminders.')}
        </p>
        {mayRemind && (
          <div className={css.acts}>
            <ReminderActs id={id} />
            {silence && (
              <ActButton
                words={['恢復提醒', 'End the silence']}
                act={(guidon) => endSilenceOfBooking(guidon, id)}
                says={['已恢復提醒', 'Reminders begin again']}
                changes={reminderChanges}
              />
            )}
          </div>
        )}
      </div>
      {sent.length > 0 && (
        <ul className={css.sent}>
          {sent.map((each) => (
            <li key={each.sent_on}>{sentWords(say, each)}</li>
          ))}
        </ul>
      )}
    </Card>
  )
}

/** `11/30（一）・訂金 NT$20,000・期限前 3 天`, or with who sent it by hand. */
const sentWords = (
  say: Say,
  { sent_on, purpose, amount, currency, days, sender }: BookingPaymentReminder['sent'][number],
) =>
  [
    shortDay(sent_on),
    `${say(...paymentPurposeWords[purpose])} ${price(amount, currency)}`,
    days === null ? sender && nameOf(say, sender) : ruleWords(say, days),
  ]
    .filter(Boolean)
    .join('・')
