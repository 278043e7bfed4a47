import type { Say } from '../../../../kit/words.ts'

/** When a rule reminds: `期限前 3 天`, `期限當天`, `逾期 3 天`. */
export const ruleWords = (say: Say, days: number) => {
  if (days === 0) return say('期限當天', 'On the last day')
  const count = Math.abs(days)
  const unit = count === 1 ? 'day' : 'days'
  return days < 0
    ? say(`期限前 ${count} 天`, `${count} ${unit} before`)
    : say(`逾期 ${count} 天`, `${count} ${unit} after`)
}

/** What a reminder or a silence changes. */
export const reminderChanges = ['payment-reminders', 'bookings', 'work']
