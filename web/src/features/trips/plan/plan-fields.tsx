import type { PlannedTripInput } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { useMe } from '../../../kit/me.ts'
import { numberIn } from '../../../kit/typed.ts'
import { useSay } from '../../../kit/words.ts'
import { Choice, Field, type Given, TextArea } from '../../../ui/forms/form.tsx'
import { Group, Pairs } from '../../../ui/forms/form-groups.tsx'
import { RecordField } from '../../../ui/forms/record-field.tsx'
import { publicChoices } from '../shared/public-choices.ts'

export const PackageField = () => {
  const say = useSay()
  return (
    <RecordField
      id="package_id"
      label={say(...label.package_id)}
      hint={say(
        '只列出已上架的行程；價格、每日行程與期限由它帶入。',
        'Published packages only; prices, itinerary and deadlines are taken from it.',
      )}
      of="/api/packages"
      required
    />
  )
}

/** Fields that override those of the package. */
export const SizeFields = () => {
  const say = useSay()
  return (
    <Group title={say('人數與狀態', 'Size and status')}>
      <Pairs>
        <Field
          id="capacity"
          label={say(...label.capacity)}
          placeholder={say('照行程', 'As in the package')}
          inputMode="numeric"
        />
        <Field
          id="min_pax"
          label={say(...label.min_pax)}
          placeholder={say('照行程', 'As in the package')}
          inputMode="numeric"
        />
      </Pairs>
      <Choice
        id="status"
        label={say(...label.status)}
        options={[
          ['draft', say('草稿（先不開放報名）', 'Draft, not yet for sale')],
          ['open', say('開放報名', 'Open for booking')],
        ]}
      />
      <Choice
        id="is_public"
        label={say('誰可以報名', 'Who may register')}
        options={[['', say('照行程種類', 'By the kind of the package')], ...publicChoices(say)]}
      />
    </Group>
  )
}

/** The people in charge; the OP who plans the trip is the default. */
export const ChargeFields = () => {
  const say = useSay()
  const { id, departments } = useMe()
  return (
    <Group title={say('負責人', 'In charge')}>
      <RecordField
        id="op_user_id"
        label={say(...label.op_user_id)}
        of="/api/users"
        only={{ role: 'department' }}
        first={departments.includes('op') ? id : null}
      />
      <RecordField id="sales_user_id" label={say(...label.sales_user_id)} of="/api/users" only={{ role: 'sales' }} />
      <RecordField
        id="ticketing_user_id"
        label={say(...label.ticketing_user_id)}
        of="/api/users"
        only={{ department: 'ticketing' }}
      />
    </Group>
  )
}

export const NameFields = () => {
  const say = useSay()
  return (
    <Group title={say('名稱與備註', 'Name and notes')}>
      <Field id="name" label={say('團名', 'Name')} placeholder={say('照行程', 'As in the package')} maxLength={200} />
      <Field
        id="name_en"
        label={say('英文團名', 'Name in English')}
        placeholder={say('照行程', 'As in the package')}
        maxLength={200}
      />
      <TextArea id="notes" label={say('內部備註', 'Internal notes')} />
    </Group>
  )
}

const wholeIn = (text: string) => numberIn(text) ?? undefined

/** The values of the fields above. An empty field is not sent; the service takes it from the package. */
export const plannedIn = (given: Given) => {
  const capacity = wholeIn(given('capacity'))
  const min_pax = wholeIn(given('min_pax'))
  const recordIn = (name: string) => wholeIn(given(name)) ?? null
  return {
    package_id: Number(given('package_id')),
    status: given('status') === 'open' ? 'open' : 'draft',
    ...(capacity !== undefined && { capacity }),
    ...(min_pax !== undefined && { min_pax }),
    op_user_id: recordIn('op_user_id'),
    sales_user_id: recordIn('sales_user_id'),
    ticketing_user_id: recordIn('ticketing_user_id'),
    ...(given('is_public') && { is_public: given('is_public') === 'yes' }),
    ...(given('name') && { name: given('name') }),
    ...(given('name_en') && { name_en: given('name_en') }),
    notes: given('notes') || null,
  } satisfies Partial<PlannedTripInput>
}
