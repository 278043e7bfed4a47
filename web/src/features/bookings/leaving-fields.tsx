import { useSay } from '../../kit/words.ts'
import { Field } from '../../ui/forms/form.tsx'
import { Pairs } from '../../ui/forms/form-groups.tsx'
import type { Costs } from './shared/call-off.tsx'

type Props = { unit: string; costs: Costs; change: (costs: Costs) => void }

/** What a customer pays who cancels, where it differs from the terms. */
export const LeavingFields = ({ unit, costs, change }: Props) => {
  const say = useSay()
  return (
    <>
      <Pairs>
        <Field
          id="official_fees"
          label={`${say('已繳規費', 'Official fees')}${unit}`}
          hint={say('如簽證費；不退，也不計取消費。', 'Such as visas: kept, and no part of the fee.')}
          inputMode="decimal"
          value={costs.official_fees}
          onChange={({ target }) => change({ ...costs, official_fees: target.value })}
        />
        <Field
          id="fee"
          label={`${say('取消費', 'Fee')}${unit}`}
          hint={say('留空依團的條款計算；只能少收。', 'Empty: by the terms of the trip; it can only be lower.')}
          inputMode="decimal"
        />
      </Pairs>
      <Pairs>
        <Field
          id="proven_costs"
          label={`${say('較高的實際損失', 'Higher loss')}${unit}`}
          hint={say('高於條款時代替取消費，須有憑證。', 'Instead of the fee where it is higher; needs its proof.')}
          inputMode="decimal"
          value={costs.proven_costs}
          onChange={({ target }) => change({ ...costs, proven_costs: target.value })}
        />
        <Field
          id="paper"
          label={say('憑證', 'Proof')}
          hint={say(
            '例如「航空公司退票收據」；規費超過已收款時也須填寫。',
            'Such as the receipt of the airline; also for official fees above what was paid.',
          )}
          maxLength={200}
          value={costs.paper}
          onChange={({ target }) => change({ ...costs, paper: target.value })}
        />
      </Pairs>
    </>
  )
}
