import { refuseField } from '../../../kit/errors.ts'
import type { CallOffCause, TripStatus } from '../../trip-statuses.ts'
import type { Entering } from './schema.ts'

type Asked = Pick<Entering, 'cause' | 'costs'>
type Trip = { status: TripStatus; min_pax: number }

/** The causes for which costs that were already spent may be kept. */
const keeping: Readonly<Record<CallOffCause, readonly ('official_fees' | 'proven_costs')[]>> = {
  below_minimum: ['official_fees'],
  house_fault: [],
  force_majeure: ['official_fees', 'proven_costs'],
  objective_risk: ['official_fees', 'proven_costs'],
  other: [],
}

/** Refuses a cause that this trip cannot have, and costs that its cause does not allow to be kept. */
export const refuseCallingOff = (step: TripStatus, { status, min_pax }: Trip, asked: Asked) => {
  const { cause = 'other', costs = {} } = asked
  if (step !== 'cancelled') return refuseOthers(asked)
  if (cause === 'below_minimum' && (status === 'guaranteed' || status === 'closed')) refuseField('cause', guaranteed)
  if (cause === 'below_minimum' && min_pax <= 1) refuseField('cause', noMinimum)
  for (const kind of ['official_fees', 'proven_costs'] as const)
    if (costs[kind] && !keeping[cause].includes(kind))
      refuseField(`costs.${kind}`, [
        `以 ${cause} 取消時，這項費用不得自應退款中扣除。`,
        `A trip that is cancelled for ${cause} keeps none of this: leave it out, or name another cause.`,
      ])
  if (costs.proven_costs && !costs.paper) refuseField('costs.proven_costs', unproven)
}

const refuseOthers = ({ cause, costs }: Asked) => {
  if (cause || costs) refuseField(cause ? 'cause' : 'costs', onlyCancelled)
}

/** The columns of a trip that say why it was called off. Without a cause everything is paid back. */
export const callingOff = ({ cause = 'other', costs }: Asked) => ({
  cancel_cause: cause,
  cancel_costs: costs ? { official_fees: 0, proven_costs: 0, paper: null, ...costs } : null,
})

const onlyCancelled = ['只有取消出團才有這個欄位。', 'Only a cancellation has this field.'] as const
const guaranteed = [
  '已保證出團的團不得以人數不足取消；請選擇其他原因。',
  'A trip that is guaranteed cannot be cancelled for numbers: name another cause.',
] as const
const noMinimum = [
  '此團沒有最低成團人數，不得以人數不足取消；請選擇其他原因。',
  'A trip without a minimum cannot be cancelled for numbers: name another cause.',
] as const
const unproven = ['扣除已支出的費用須有憑證，請填寫憑證。', 'Costs that are kept need their proof: say which.'] as const
