import { type Static, Type } from 'typebox'
import type { Db } from '../../kit/db/tables.ts'
import { anyText, described, labelled, oneOf } from '../../kit/fields.ts'
import type { Words } from '../../kit/words/words.ts'
import { callOffCauses, type TripStatus } from '../trip-statuses.ts'
import { dutyFor } from './queries.ts'
import { costKinds, type Duty, keptBy, provenKinds, whyNot } from './rules.ts'

const causes = ['traveler', ...callOffCauses] as const
const rules = ['traveler', 'house_fault', 'below_minimum'] as const

/** What one cause means today for a trip and each of its bookings. */
export const CauseOfCancellation = Type.Object({
  cause: described(oneOf(causes), 'Who or what cancels: the customer, or a cause of the agency.'),
  is_possible: described(Type.Boolean(), 'Whether the cause applies to this trip.'),
  keeps: labelled(
    described(Type.Array(oneOf(costKinds)), 'The kinds of costs that the agency may keep for this cause.'),
    ['可扣除費用', 'Costs that are kept'],
  ),
  needs_paper: labelled(described(Type.Array(oneOf(costKinds)), 'Those of them that are kept only with a proof.'), [
    '須有憑證的費用',
    'Costs that need a proof',
  ]),
  penalty_percent: labelled(
    described(
      Type.Number({ examples: [30] }),
      'The share of the price that the agency pays to confirmed customers besides the refund, in percent.',
    ),
    ['賠償比例', 'Compensation in percent'],
  ),
  rules: labelled(described(Type.Array(oneOf(rules)), 'The terms in `/api/cancellation-terms` that decide this.'), [
    '適用的條款',
    'Terms that apply',
  ]),
  says: anyText('不得扣除費用，全數退還。'),
  says_en: anyText('Nothing is kept, everything is paid back.'),
})
type CauseOfCancellation = Static<typeof CauseOfCancellation>
type TripToCancel = { status: TripStatus; min_pax: number; days_left: number }

/** What each cause lets the agency keep if a trip or one of its bookings is cancelled today, and why. */
export async function causesFor(db: Db, trip: TripToCancel): Promise<CauseOfCancellation[]> {
  const ofAgency = await Promise.all(
    callOffCauses.map(async (cause) => {
      const duty = await dutyFor(db, cause, trip.days_left)
      return { ...effectOf(duty), ...said(whyNot(cause, trip) ?? sentenceFor(duty)), is_possible: !whyNot(cause, trip) }
    }),
  )
  return [byCustomer, ...ofAgency]
}

const effectOf = (duty: Duty) => ({
  cause: duty.cause,
  keeps: [...keptBy(duty)],
  needs_paper: keptBy(duty).filter((kind) => provenKinds.includes(kind)),
  penalty_percent: duty.penaltyPercent,
  rules: rulesFor(duty.cause),
})

const rulesFor = (cause: Duty['cause']): CauseOfCancellation['rules'] => {
  if (cause === 'below_minimum') return ['below_minimum', 'house_fault']
  return cause === 'house_fault' ? ['house_fault'] : []
}

const said = ([says, says_en]: Words) => ({ says, says_en })

const sentenceFor = ({ cause, isLate, penaltyPercent }: Duty): Words => {
  if (isLate) return [`${late[0]}${nothing(penaltyPercent)[0]}`, `${late[1]} ${nothing(penaltyPercent)[1]}`]
  if (cause === 'below_minimum')
    return [
      '及時通知人數不足：可扣除已繳規費，其餘退還。',
      'Notified in time: official fees are kept, the rest is paid back.',
    ]
  if (cause === 'force_majeure' || cause === 'objective_risk')
    return [
      '可扣除已繳規費，與有憑證的已支出費用，其餘退還。',
      'Official fees, and costs with a proof, are kept; the rest is paid back.',
    ]
  return nothing(penaltyPercent)
}

const late: Words = [
  '人數不足的通知已逾期限，視同旅行社因素。',
  'It is too late to cancel for numbers, so it counts as the fault of the agency.',
]

const nothing = (percent: number): Words =>
  percent > 0
    ? [
        `不得扣除費用，全數退還，並賠償已確認的客戶團費的 ${percent}%。`,
        `Nothing is kept, everything is paid back, and confirmed customers get ${percent} % of the price as compensation.`,
      ]
    : ['不得扣除費用，全數退還。', 'Nothing is kept, everything is paid back.']

const byCustomer: CauseOfCancellation = {
  cause: 'traveler',
  is_possible: true,
  keeps: [...costKinds],
  needs_paper: [...provenKinds],
  penalty_percent: 0,
  rules: ['traveler'],
  says: '可收取已繳規費，與依團的條款計算的取消費；較高的實際損失須有憑證。',
  says_en: 'Official fees and the fee by the terms of the trip are kept, or a higher loss with its proof.',
}
