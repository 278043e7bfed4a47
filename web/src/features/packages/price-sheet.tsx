import { createPackagePrice, deletePackagePrice, type PackagePriceInput, updatePackagePrice } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { currencyOfHouse } from '../../kit/house.ts'
import { numberIn } from '../../kit/typed.ts'
import { useSay } from '../../kit/words.ts'
import { useWrite } from '../../kit/write.ts'
import { ActButton } from '../../ui/act-button.tsx'
import { DayField } from '../../ui/forms/day-field.tsx'
import { Field, Form, type Given } from '../../ui/forms/form.tsx'
import { Pairs } from '../../ui/forms/form-groups.tsx'
import { RecordField } from '../../ui/forms/record-field.tsx'
import { Sheet } from '../../ui/forms/sheet.tsx'
import type { ListedPrice } from './queries.ts'
import { amounts, amountWords } from './shared/price-words.ts'

type Props = { of: number; row?: ListedPrice; close: () => void }

/** Adds a price to a package, or changes one. */
export default function PriceSheet({ of, row, close }: Props) {
  const say = useSay()
  const { mutate, error, isPending } = useWrite({
    send: (body: PackagePriceInput, guidon) =>
      row
        ? updatePackagePrice(guidon, of, row.id, body, { version: row.version })
        : createPackagePrice(guidon, of, body),
    says: ['價格已儲存', 'The price is saved'],
    changes: ['packages'],
    close,
  })
  return (
    <Sheet title={row ? say('修改價格', 'Change the price') : say('新增價格', 'New price')} close={close}>
      <Form
        of={row}
        send={say('儲存', 'Save')}
        error={error}
        isPending={isPending}
        submit={(given) => mutate(bodyOf(given))}
        beside={row && <Removal of={of} row={row} close={close} />}
      >
        <p className="soft small">
          {say(
            '選一個季節，或填起迄日期；都不填就是其他日期的價格。',
            'Choose a season, or the first and last day; with neither, the price applies on all other days.',
          )}
        </p>
        <RecordField id="season_id" label={say(...label.season_id)} of="/api/seasons" first={row?.season_id} />
        <Pairs>
          <DayField id="valid_from" label={say(...label.valid_from)} first={row?.valid_from ?? undefined} />
          <DayField id="valid_to" label={say(...label.valid_to)} first={row?.valid_to ?? undefined} />
        </Pairs>
        <Field
          id="currency"
          label={say(...label.currency)}
          defaultValue={row?.currency ?? currencyOfHouse()}
          required
        />
        <Pairs>
          {amounts.map((name) => (
            <Field
              key={name}
              id={name}
              label={say(...amountWords[name])}
              inputMode="decimal"
              defaultValue={row?.[name] ?? ''}
              required={name === 'adult'}
            />
          ))}
        </Pairs>
        <Field id="notes" label={say(...label.notes)} defaultValue={row?.notes ?? ''} />
      </Form>
    </Sheet>
  )
}

const Removal = ({ of, row: { id, version }, close }: Props & { row: ListedPrice }) => (
  <ActButton
    words={['刪除', 'Remove']}
    sure={['確定刪除？', 'Remove it?']}
    act={(guidon) => deletePackagePrice(guidon, of, id, { version })}
    says={['價格已刪除', 'The price is removed']}
    changes={['packages']}
    close={close}
  />
)

const bodyOf = (given: Given): PackagePriceInput => ({
  season_id: numberIn(given('season_id')),
  valid_from: given('valid_from') || null,
  valid_to: given('valid_to') || null,
  currency: given('currency').toUpperCase(),
  adult: given('adult'),
  child_with_bed: given('child_with_bed') || null,
  child_no_bed: given('child_no_bed') || null,
  infant: given('infant') || null,
  single_supplement: given('single_supplement') || null,
  land_only: given('land_only') || null,
  deposit: given('deposit') || null,
  notes: given('notes') || null,
})
