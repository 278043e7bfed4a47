import { useQuery } from '@tanstack/react-query'
import { type AddonRequestType, listAddonRequestTypes } from 'guidon-sdk'
import { type ReactNode, useState } from 'react'
import { guidon } from '../../../../kit/api.ts'
import { price } from '../../../../kit/money.ts'
import { nameOf, type Say, useSay } from '../../../../kit/words.ts'
import { DayField } from '../../../../ui/forms/day-field.tsx'
import { Around, Choice, Field } from '../../../../ui/forms/form.tsx'

export type Detail = AddonRequestType['details_schema'][number]

/** The add-on types that can be requested now. */
export const useTypes = () =>
  useQuery({
    queryKey: ['request types'],
    queryFn: async () => (await listAddonRequestTypes(guidon, { is_active: true })).data,
    staleTime: 300_000,
  }).data

/** The type of the add-on, and the details that it requires. */
export const TypeFields = ({ types }: { types: readonly AddonRequestType[] }) => {
  const say = useSay()
  const [chosen, choose] = useState('')
  const type = types.find(({ id }) => String(id) === chosen)
  const description = type && (say(type.description ?? '', type.description_en ?? '') || type.description)
  return (
    <>
      <Around id="type_id" label={say('加購項目', 'Add-on')} {...(description && { hint: description })}>
        {(described) => (
          <select
            className="input"
            {...described}
            required
            value={chosen}
            onChange={({ target }) => choose(target.value)}
          >
            <option value="">{say('請選擇', 'Choose one')}</option>
            {types.map((each) => (
              <option key={each.id} value={each.id}>
                {nameOf(say, each)}・{priceIn(say, each)}
              </option>
            ))}
          </select>
        )}
      </Around>
      {type?.details_schema.map((detail) => (
        <DetailField key={`${type.id} ${detail.key}`} detail={detail} />
      ))}
    </>
  )
}

const priceIn = (say: Say, { pricing_type, base_cost, cost_currency }: AddonRequestType) => {
  if (pricing_type === 'free') return say('免費', 'free')
  if (pricing_type === 'fixed_price' && base_cost !== null) return price(base_cost, cost_currency)
  return say('需報價', 'to be quoted')
}

const DetailField = ({ detail: { key, kind, label, label_en, is_required } }: { detail: Detail }): ReactNode => {
  const say = useSay()
  const id = `details.${key}`
  const name = say(label, label_en ?? label)
  const optional = is_required ? name : say(`${name}（可留空）`, `${name} (optional)`)
  switch (kind) {
    case 'flag':
      return (
        <Choice
          id={id}
          label={optional}
          required={is_required}
          options={[
            ['', '—'],
            ['yes', say('是', 'Yes')],
            ['no', say('否', 'No')],
          ]}
        />
      )
    case 'date':
      return <DayField id={id} label={optional} />
    case 'number':
      return <Field id={id} label={optional} inputMode="decimal" required={is_required} />
    case 'text':
      return <Field id={id} label={optional} required={is_required} />
  }
}
