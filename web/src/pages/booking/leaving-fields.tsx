import { useSay } from '../../kit/words.ts'
import type { Costs } from '../../parts/call-off.tsx'
import { Field } from '../../parts/form.tsx'
import { Pairs } from '../../parts/form-groups.tsx'

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
          hint={say('留空依團的條款計算。', 'Empty: by the terms of the trip.')}
          inputMode="decimal"
        />
      </Pairs>
      <Field
        id="paper"
        label={say('損失憑證', 'Proof of a higher loss')}
        hint={say(
          '取消費高於條款時必填，例如「航空公司退票收據」。',
          'Needed for a fee above the terms, such as the receipt of the airline.',
        )}
        maxLength={200}
        value={costs.paper}
        onChange={({ target }) => change({ ...costs, paper: target.value })}
      />
    </>
  )
}
