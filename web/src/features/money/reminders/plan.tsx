import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type PaymentReminderPlan, planPaymentReminders } from 'guidon-sdk'
import { paymentPurposeWords } from 'guidon-sdk/words'
import { useState } from 'react'
import { guidon } from '../../../kit/api.ts'
import { addDays, shortDay, today } from '../../../kit/days.ts'
import { price } from '../../../kit/money.ts'
import { useSay } from '../../../kit/words.ts'
import { Card } from '../../../ui/card.tsx'
import { Chip } from '../../../ui/chip.tsx'
import { Empty, Loading } from '../../../ui/empty.tsx'
import { SubjectLink } from '../../../ui/subject-link.tsx'
import { ruleWords } from '../../bookings/shared/reminders/days.ts'
import { LetterText } from '../../bookings/shared/reminders/letter.tsx'
import css from './page.module.css'

const DAYS_SHOWN = 7

/** Who is reminded on a day of this week, with the mail, and who is not and why. What happens until then is not known yet. */
export const Plan = () => {
  const say = useSay()
  const [on, setOn] = useState(today())
  const { data } = useQuery({
    queryKey: ['payment-reminders', 'plan', on],
    queryFn: () => planPaymentReminders(guidon, { on }),
    placeholderData: keepPreviousData,
  })
  return (
    <Card title={say('會提醒誰', 'Who is reminded')} count={data?.length}>
      <search className={css.days} aria-label={say('哪一天', 'On which day')}>
        {Array.from({ length: DAYS_SHOWN }, (_, nth) => addDays(today(), nth)).map((day) => (
          <Chip key={day} isOn={day === on} toggle={() => setOn(day)}>
            {shortDay(day)}
          </Chip>
        ))}
      </search>
      {!data && <Loading />}
      {data?.length === 0 && (
        <Empty why="done">
          {say(
            '這一天沒有還要提醒的訂單；已寄出的看各訂單。',
            'Nobody is left to be reminded on this day. What was sent stands at each booking.',
          )}
        </Empty>
      )}
      <ul className={css.plan}>
        {data?.map((row) => (
          <Row key={row.booking_id} row={row} />
        ))}
      </ul>
    </Card>
  )
}

const Row = ({ row }: { row: PaymentReminderPlan }) => {
  const say = useSay()
  const {
    booking_id,
    booking_number,
    contact_name,
    purpose,
    amount,
    currency,
    due_on,
    days,
    subject,
    text,
    locale,
    why,
    why_en,
  } = row
  return (
    <li>
      <p>
        <SubjectLink subject={{ type: 'booking', id: booking_id }}>
          {booking_number} {contact_name}
        </SubjectLink>
        <span className={`sub ${css.below}`}>
          {[
            `${say(...paymentPurposeWords[purpose])} ${price(amount, currency)}`,
            due_on && say(`期限 ${shortDay(due_on)}`, `due ${shortDay(due_on)}`),
            ruleWords(say, days),
          ]
            .filter(Boolean)
            .join('・')}
        </span>
      </p>
      {why && <p className="small soft">{say(`不寄：${why}`, `Not sent: ${why_en ?? why}`)}</p>}
      {!why && subject && text && (
        <details>
          <summary>{say('看信的內容', 'Read the mail')}</summary>
          <LetterText subject={subject} text={text} locale={locale} />
        </details>
      )}
    </li>
  )
}
