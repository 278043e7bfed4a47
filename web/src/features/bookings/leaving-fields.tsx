import * as label from 'guidon-sdk/labels'
import { useSay } from '../../kit/words.ts'
import { Field } from '../../ui/forms/form.tsx'
import { Pairs } from '../../ui/forms/form-groups.tsx'
import type { Costs } from './shared/call-off.tsx'

type Props = { unit: string; costs: Costs; change: (costs: Costs) => void }

/** Fields that change the cancellation fee. */
export const LeavingFields = ({ unit, costs, change }: Props) => {
  const say = useSay()
  return (
    <>
      <Pairs>
        <Field
          id="official_fees"
          label={`${say(...label.official_fees)}${unit}`}
          hint={say(
            '如簽證費；不退，也不計取消費。',
            'Such as visa fees: not refunded, and not part of the cancellation fee.',
          )}
          inputMode="decimal"
          value={costs.official_fees}
          onChange={({ target }) => change({ ...costs, official_fees: target.value })}
        />
        <Field
          id="fee"
          label={`${say('取消費', 'Fee')}${unit}`}
          hint={say('留空依團的條款計算；只能少收。', 'Leave empty for the terms of the trip; it can only be lowered.')}
          inputMode="decimal"
        />
      </Pairs>
      <Pairs>
        <Field
          id="proven_costs"
          label={`${say('較高的實際損失', 'Higher actual loss')}${unit}`}
          hint={say('高於條款時代替取消費，須有憑證。', 'Replaces the fee if it is higher; proof is required.')}
          inputMode="decimal"
          value={costs.proven_costs}
          onChange={({ target }) => change({ ...costs, proven_costs: target.value })}
        />
        <Field
          id="paper"
          label={say(...label.paper)}
          hint={say(
            '例如「航空公司退票收據」；規費超過已收款時也須填寫。',
            'Such as an airline refund receipt; also required if official fees exceed the amount paid.',
          )}
          maxLength={200}
          value={costs.paper}
          onChange={({ target }) => change({ ...costs, paper: target.value })}
        />
      </Pairs>
    </>
  )
}
