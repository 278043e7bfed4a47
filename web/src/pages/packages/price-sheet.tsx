import '../../parts/form-groups.css'
import { useMutation } from '@tanstack/react-query'
import { createPackagePrice, deletePackagePrice, type PackagePriceInput, updatePackagePrice } from 'guidon-sdk'
import { guidon, refresh, sentenceOf } from '../../kit/api.ts'
import { currencyOfHouse } from '../../kit/house.ts'
import { useOnce } from '../../kit/once.ts'
import { useSay } from '../../kit/words.ts'
import { ConfirmButton } from '../../parts/confirm-button.tsx'
import { DayField } from '../../parts/day-field.tsx'
import { Field, Form, type Given } from '../../parts/form.tsx'
import { amounts, amountWords } from '../../parts/price-words.ts'
import { RecordField } from '../../parts/record-field.tsx'
import { Sheet } from '../../parts/sheet.tsx'
import { numberIn } from './body.ts'
import type { ListedPrice } from './queries.ts'

type Props = { of: number; row?: ListedPrice; close: () => void }

/** Adds a price to a package, or changes one. */
export default function PriceSheet({ of, row, close }: Props) {
  const say = useSay()
  const { mutate, error, isPending } = useWrite({ of, row, close })
  return (
    <Sheet title={row ? say('修改價格', 'Change the price') : say('新增價格', 'New price')} close={close}>
      <Form
        of={row}
        send={say('存檔', 'Save')}
        error={error}
        isPending={isPending}
        submit={(given) => mutate(bodyOf(given))}
        beside={row && <Removal of={of} row={row} close={close} />}
      >
        <p className="soft small">
          {say(
            '選一個季節，或填起迄日期；都不填就是其他日期的價格。',
            'Choose a season, or the first and last day; with neither it holds on any other day.',
          )}
        </p>
        <RecordField id="season_id" label={say('季節', 'Season')} of="/api/seasons" first={row?.season_id} />
        <div className="pairs">
          <DayField id="valid_from" label={say('第一天', 'First day')} first={row?.valid_from ?? undefined} />
          <DayField id="valid_to" label={say('最後一天', 'Last day')} first={row?.valid_to ?? undefined} />
        </div>
        <Field
          id="currency"
          label={say('幣別', 'Currency')}
          defaultValue={row?.currency ?? currencyOfHouse()}
          required
        />
        <div className="pairs">
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
        </div>
        <Field id="notes" label={say('備註', 'Notes')} defaultValue={row?.notes ?? ''} />
      </Form>
    </Sheet>
  )
}

type Writing = { of: number; row: ListedPrice | undefined; close: () => void }

const useWrite = ({ of, row, close }: Writing) => {
  const once = useOnce()
  return useMutation({
    mutationFn: (body: PackagePriceInput) =>
      row
        ? updatePackagePrice(guidon, of, row.id, body, { version: row.version })
        : createPackagePrice(guidon, of, body, { idempotencyKey: once.key() }),
    onSuccess: close,
    onError: once.renew,
    onSettled: () => refresh('packages'),
  })
}

const Removal = ({ of, row: { id, version }, close }: Writing & { row: ListedPrice }) => {
  const say = useSay()
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => deletePackagePrice(guidon, of, id, { version }),
    onSuccess: close,
    onSettled: () => refresh('packages'),
  })
  return (
    <>
      {error && (
        <p className="refused whole" role="alert">
          {sentenceOf(error, say('連不上服務，請稍後再試。', 'The service cannot be reached.'))}
        </p>
      )}
      <ConfirmButton
        words={say('刪除', 'Remove')}
        sure={say('確定刪除？', 'Remove it?')}
        act={mutate}
        disabled={isPending}
      />
    </>
  )
}

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
