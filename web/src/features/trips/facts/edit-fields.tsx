import * as label from 'guidon-sdk/labels'
import { useSay } from '../../../kit/words.ts'
import { Field } from '../../../ui/forms/form.tsx'
import { Group, Pairs } from '../../../ui/forms/form-groups.tsx'
import { MomentField } from '../../../ui/forms/moment-field.tsx'
import { RecordField } from '../../../ui/forms/record-field.tsx'
import { amounts, amountWords } from '../../packages/shared/price-words.ts'
import { AssemblyFields } from '../assembly.tsx'
import type { Trip } from '../queries.ts'
import { TellTravelers } from '../tell.tsx'
import { shownOf } from './edit-body.ts'

type Props = { trip: Trip }

export const ChargeFields = ({ trip }: Props) => {
  const say = useSay()
  const people = [
    ['op_user_id', say(...label.op_user_id), trip.op_user_id, { role: 'department' }],
    ['sales_user_id', say('業務', 'Sales'), trip.sales_user_id, { role: 'sales' }],
    ['ticketing_user_id', say(...label.ticketing_user_id), trip.ticketing_user_id, { department: 'ticketing' }],
  ] as const
  return (
    <Group title={say('負責人', 'In charge')}>
      {people.map(([id, label, first, only]) => (
        <RecordField key={id} id={id} label={label} of="/api/users" only={only} first={first} />
      ))}
    </Group>
  )
}

export const HourFields = ({ trip }: Props) => {
  const say = useSay()
  const { briefing_starts_at, briefing_ends_at, assembly } = clocksOf(trip)
  return (
    <Group title={say('集合與說明會', 'Meeting and briefing')}>
      <MomentField id="assembly.at" label={say(...label.time)} first={assembly} />
      <AssemblyFields first={trip.assembly} />
      <TellTravelers name="tell_assembly" label={say('通知旅客新的集合', 'Tell the travelers the new assembly')} />
      <MomentField id="briefing_starts_at" label={say(...label.briefing_starts_at)} first={briefing_starts_at} />
      <MomentField id="briefing_ends_at" label={say(...label.briefing_ends_at)} first={briefing_ends_at} />
    </Group>
  )
}

const clocksOf = (trip: Trip) => {
  const { briefing_starts_at, briefing_ends_at, assembly } = shownOf(trip)
  return { briefing_starts_at, briefing_ends_at, assembly: assembly?.at }
}

/** Prices of this trip only; an empty field means the price of its package. */
export const PriceFields = ({ trip: { price, price_overrides: own } }: Props) => {
  const say = useSay()
  return (
    <Group title={say('這一團的售價', 'Prices of this trip')}>
      <p className="tiny soft">
        {say(
          '只填與行程不同的金額，空白的照行程價格。',
          'Enter only prices that differ from the package; empty fields use the price of the package.',
        )}
      </p>
      <Pairs>
        {amounts.map((name) => (
          <Field
            key={name}
            id={`price_overrides.${name}`}
            label={say(...amountWords[name])}
            inputMode="decimal"
            defaultValue={own?.[name] ?? ''}
            placeholder={String(price?.[name] ?? '')}
          />
        ))}
        <Field
          id="price_overrides.currency"
          label={say(...label.currency)}
          defaultValue={own?.currency ?? ''}
          placeholder={price?.currency ?? ''}
          maxLength={3}
        />
      </Pairs>
    </Group>
  )
}

export const SortFields = ({ trip }: Props) => {
  const say = useSay()
  const records = [
    ['area_id', say(...label.area_id), '/api/geographical-areas', trip.area_id],
    ['category_id', say('分類', 'Category'), '/api/categories', trip.category_id],
    ['season_id', say(...label.season_id), '/api/seasons', trip.season_id],
    ['branch_id', say(...label.branch_id), '/api/branches', trip.branch_id],
  ] as const
  return (
    <Group title={say('分類', 'Classification')}>
      {records.map(([id, label, of, first]) => (
        <RecordField key={id} id={id} label={label} of={of} first={first} />
      ))}
    </Group>
  )
}
