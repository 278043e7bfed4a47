import { changePlannedTrips, type PlannedTripBulkChangeInput } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { deadlineWords, tripStatusWords } from 'guidon-sdk/words'
import { choicesOf, chosenIn } from '../../../kit/choices.ts'
import { numberSent } from '../../../kit/typed.ts'
import { plural, useSay } from '../../../kit/words.ts'
import { BulkSheet } from '../../../ui/bulk/sheet.tsx'
import { Choice, Field, type Given } from '../../../ui/forms/form.tsx'
import { Group, Pairs } from '../../../ui/forms/form-groups.tsx'
import { RecordField } from '../../../ui/forms/record-field.tsx'
import { amounts, amountWords } from '../../packages/shared/price-words.ts'

type Change = PlannedTripBulkChangeInput['change']
type Props = { trips: number[]; close: () => void }

/** Changes what is filled in, on all chosen trips; empty fields stay as they are. */
export default function ChangeSheet({ trips, close }: Props) {
  const say = useSay()
  return (
    <BulkSheet
      title={say(`修改 ${trips.length} 團`, `Change ${plural(trips.length, 'trip')}`)}
      send={(changed) => say(`修改 ${changed} 團`, `Change ${plural(changed, 'trip')}`)}
      bodyOf={(given) => ({ ids: trips, change: changeIn(given) })}
      call={changePlannedTrips}
      idOf={({ planned_trip_id }) => planned_trip_id}
      nameOf={({ serial }) => serial ?? say('已不存在的團', 'A trip that is gone')}
      says={({ broke }) =>
        broke.length > 0 && say('仍未完成：', 'Still open: ') + broke.map(({ says }) => says).join(say('、', ', '))
      }
      done={['已修改', 'Changed']}
      changes={['trips', 'work']}
      close={close}
    >
      <p className="soft">{say('空白的欄位維持不變。', 'Empty fields stay as they are.')}</p>
      <People />
      <Seats />
      <Prices />
      <Briefing />
      <Deadline />
      <Status />
    </BulkSheet>
  )
}

const People = () => {
  const say = useSay()
  return (
    <Group title={say('負責人', 'In charge')}>
      <RecordField
        id="change.op_user_id"
        label={say(...label.op_user_id)}
        of="/api/users"
        only={{ role: 'department' }}
      />
      <RecordField id="change.sales_user_id" label={say('業務', 'Sales')} of="/api/users" only={{ role: 'sales' }} />
      <RecordField
        id="change.ticketing_user_id"
        label={say(...label.ticketing_user_id)}
        of="/api/users"
        only={{ department: 'ticketing' }}
      />
    </Group>
  )
}

const Seats = () => {
  const say = useSay()
  return (
    <Group title={say('名額與公開', 'Seats and visibility')}>
      <Pairs>
        <Field id="change.capacity" label={say(...label.capacity)} inputMode="numeric" />
        <Choice
          id="change.is_public"
          label={say('公開報名', 'Open to the public')}
          options={[
            ['', say('不變', 'No change')],
            ['yes', say('公開', 'Yes')],
            ['no', say('不公開', 'No')],
          ]}
        />
      </Pairs>
    </Group>
  )
}

const Prices = () => {
  const say = useSay()
  return (
    <Group title={say('售價', 'Prices')}>
      <Pairs>
        {amounts.map((name) => (
          <Field key={name} id={`change.price.${name}`} label={say(...amountWords[name])} inputMode="decimal" />
        ))}
      </Pairs>
    </Group>
  )
}

const Briefing = () => {
  const say = useSay()
  return (
    <Group title={say('說明會', 'Briefing')}>
      <p className="tiny soft">
        {say(
          '每團一場；還沒有場次的團會建立一場，已確認訂單的旅客會收到邀請。',
          'One session for each trip; a trip without one gets it, and the travelers of confirmed bookings are invited.',
        )}
      </p>
      <Field
        id="change.briefing.days_before"
        label={say('出發前幾天', 'Days before departure')}
        placeholder={say('空白＝不變', 'Empty: as before')}
        inputMode="numeric"
      />
      <Pairs>
        <Field id="change.briefing.starts" label={say(...label.briefing_starts_at)} placeholder="19:00" typed="time" />
        <Field id="change.briefing.ends" label={say(...label.briefing_ends_at)} placeholder="21:00" typed="time" />
      </Pairs>
    </Group>
  )
}

const Deadline = () => {
  const say = useSay()
  return (
    <Group title={say('期限', 'Deadline')}>
      <Pairs>
        <Choice
          id="deadline"
          label={say('哪一個', 'Which')}
          options={[['', say('不變', 'No change')], ...choicesOf(say, deadlineWords)]}
        />
        <Field id="days_before" label={say(...label.days_before)} inputMode="numeric" />
      </Pairs>
    </Group>
  )
}

const Status = () => {
  const say = useSay()
  const { cancelled: _cancelled, ...others } = tripStatusWords
  return (
    <Group title={say(...label.status)}>
      <Choice
        id="change.status"
        label={say('改為', 'Set to')}
        options={[['', say('不變', 'No change')], ...choicesOf(say, others)]}
      />
      <Field id="change.reason" label={say(...label.reason)} maxLength={2000} />
    </Group>
  )
}

const changeIn = (given: Given): Change => {
  const numbers = (['op_user_id', 'sales_user_id', 'ticketing_user_id', 'capacity'] as const).flatMap((name) => {
    const value = given(`change.${name}`)
    return value ? [[name, numberSent(value)]] : []
  })
  const price = amounts.flatMap((name) => {
    const typed = given(`change.price.${name}`)
    return typed ? [[name, typed]] : []
  })
  const key = given('deadline')
  const days_before = given('days_before')
  const isPublic = given('change.is_public')
  const before = given('change.briefing.days_before')
  const [starts, ends] = [given('change.briefing.starts'), given('change.briefing.ends')]
  const isBriefed = before || starts || ends
  const status = chosenIn(tripStatusWords, given('change.status'))
  const reason = given('change.reason')
  return {
    ...Object.fromEntries(numbers),
    ...(price.length > 0 && { price: Object.fromEntries(price) }),
    ...(key && { deadlines: [{ key, ...(days_before && { days_before: numberSent(days_before) }) }] }),
    ...(isBriefed && { briefing: { days_before: numberSent(before), starts, ends } }),
    ...(isPublic && { is_public: isPublic === 'yes' }),
    ...(status && { status }),
    ...(reason && { reason }),
  }
}
