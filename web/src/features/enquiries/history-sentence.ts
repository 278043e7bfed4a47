import type { EnquiryHistory } from 'guidon-sdk'
import { enquirySourceWords, enquiryStatusWords, lostReasonWords } from 'guidon-sdk/words'
import { chosenIn } from '../../kit/choices.ts'
import { shortDay } from '../../kit/days.ts'
import { nameOf, type Say } from '../../kit/words.ts'
import { nameOfField } from '../../ui/forms/changes/field-words.ts'
import { namesIn } from '../../ui/forms/changes/values.ts'

type Change = NonNullable<EnquiryHistory['change']>

/** One act in one sentence: `由 業務小陳 移交 業務小王`, `未成交：價格・比別家貴`, `下次聯絡日 12/3（四） → 12/7（一）`. */
export const sentenceOf = (say: Say, { change, booking }: EnquiryHistory) => {
  if (!change) return booking ? wonIn(say, booking) : ''
  const { status, sales_user_id, follow_up_on } = change.changes
  if (change.action === 'created') return enteredIn(say, change)
  return [
    ...(booking ? [wonIn(say, booking)] : status ? [stepIn(say, change)] : []),
    ...(sales_user_id ? [ownerIn(say, change)] : []),
    ...(follow_up_on ? [nextDayIn(say, follow_up_on)] : []),
    ...othersIn(say, change),
  ].join(say('；', '; '))
}

const wonIn = (say: Say, { booking_number }: NonNullable<EnquiryHistory['booking']>) =>
  say(`成交：訂單 ${booking_number}`, `Won by booking ${booking_number}`)

const enteredIn = (say: Say, { changes }: Change) => {
  const source = chosenIn(enquirySourceWords, String(changes.source?.[1]))
  return [say('建立洽詢', 'Entered'), source && say(...enquirySourceWords[source])].filter(Boolean).join('・')
}

const stepIn = (say: Say, { changes: { status, lost_reason, lost_note } }: Change) => {
  const [was, is] = [0, 1].map((nth) => chosenIn(enquiryStatusWords, String(status?.[nth])))
  const reason = chosenIn(lostReasonWords, String(lost_reason?.[1]))
  if (is === 'lost')
    return [
      reason
        ? say(`未成交：${lostReasonWords[reason][0]}`, `Lost: ${lostReasonWords[reason][1]}`)
        : say('未成交', 'Lost'),
      lost_note?.[1] && String(lost_note[1]),
    ]
      .filter(Boolean)
      .join('・')
  if (was === 'won' || was === 'lost') return say('重新開啟', 'Opened again')
  const words = is ? say(...enquiryStatusWords[is]) : ''
  return say(`改為「${words}」`, `Now “${words}”`)
}

const ownerIn = (say: Say, { changes, names }: Change) => {
  const [was, is] = [0, 1].map((nth) => {
    const account = namesIn(names, 'sales_user_id')?.[String(changes.sales_user_id?.[nth])]
    return account && nameOf(say, account)
  })
  if (was && is) return say(`由 ${was} 移交 ${is}`, `Handed over from ${was} to ${is}`)
  return is ? say(`由 ${is} 負責`, `${is} took it`) : say('無人負責', 'Without an owner')
}

const nextDayIn = (say: Say, days: readonly unknown[]) => {
  const [was, is] = days.map((day) => shortDay(String(day)))
  return say(`下次聯絡日 ${was} → ${is}`, `call again ${was} → ${is}`)
}

const told = new Set(['status', 'lost_reason', 'lost_note', 'ended_at', 'sales_user_id', 'follow_up_on'])

/** `修改 電話、人數` */
const othersIn = (say: Say, { changes }: Change) => {
  const fields = Object.keys(changes).filter((field) => !told.has(field))
  const names = fields.map((field) => nameOfField(say, field)).join(say('、', ', '))
  return names ? [say(`修改 ${names}`, `changed ${names}`)] : []
}
