import type { PlannedTripBulkCreateInput } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { useState } from 'react'
import { today } from '../../../kit/days.ts'
import { NearDay } from '../../../kit/near-day.ts'
import { numberSent } from '../../../kit/typed.ts'
import { useSay } from '../../../kit/words.ts'
import { DayField } from '../../../ui/forms/day-field.tsx'
import { Choice, Field, type Given, TextArea } from '../../../ui/forms/form.tsx'
import { Group, Pairs } from '../../../ui/forms/form-groups.tsx'
import { Weekdays, weekdaysIn } from '../../../ui/forms/weekdays.tsx'
import { AssemblyFields, meetingPointIn } from '../assembly.tsx'
import { ChargeFields, NameFields, PackageField, plannedIn, SizeFields } from './plan-fields.tsx'
import { midYear, plannedDaysIn } from './planned-days.ts'

/** Many trips as a body of the API, by weekdays or by dates. */
export type Season = PlannedTripBulkCreateInput

/** The dates, and the fields that are the same for all trips. */
export const SeasonFields = () => (
  <NearDay value={midYear(today())}>
    <PackageField />
    <WhenFields />
    <SizeFields />
    <ChargeFields />
    <HourFields />
    <NameFields />
  </NearDay>
)

const WhenFields = () => {
  const say = useSay()
  const [by, setBy] = useState('weekdays')
  return (
    <>
      <div className="field">
        <label htmlFor="by">{say('出發日', 'Departures')}</label>
        <select className="input" id="by" name="by" value={by} onChange={({ target }) => setBy(target.value)}>
          <option value="weekdays">{say('期間內每週固定出發', 'On weekdays of a period')}</option>
          <option value="dates">{say('指定日期', 'On these days')}</option>
        </select>
      </div>
      {by === 'weekdays' ? (
        <>
          <Pairs>
            <DayField id="pattern.from" label={say('從', 'From')} />
            <DayField id="pattern.to" label={say('到', 'To')} />
          </Pairs>
          <Weekdays />
        </>
      ) : (
        <TextArea
          id="dates"
          label={say('日期', 'Days')}
          hint={say('一行一天，例如 2027-01-28。', 'One per line, such as 2027-01-28.')}
          rows={5}
        />
      )}
    </>
  )
}

/** Hours of all departures, by the number of days before them. */
const HourFields = () => {
  const say = useSay()
  return (
    <Group title={say('集合與說明會', 'Meeting and briefing')}>
      <AssemblyFields />
      <Pairs>
        <Choice
          id="assembly.days_before"
          label={say('集合日', 'Meeting day')}
          options={[
            ['0', say('出發當天', 'On the day')],
            ['1', say('出發前一天', 'The day before')],
          ]}
        />
        <Field id="assembly.time" label={say(...label.time)} placeholder="06:30" typed="time" />
      </Pairs>
      <Pairs>
        <Field
          id="briefing.days_before"
          label={say('說明會在出發前幾天', 'Briefing, days before departure')}
          placeholder={say('空白＝不排', 'Empty: none')}
          hint={say(
            '每團建立一場說明會；訂單確認後，旅客會收到邀請。',
            'Each trip gets a session; travelers are invited once their booking is confirmed.',
          )}
          inputMode="numeric"
        />
        <span />
        <Field id="briefing.starts" label={say(...label.briefing_starts_at)} placeholder="19:00" typed="time" />
        <Field id="briefing.ends" label={say(...label.briefing_ends_at)} placeholder="21:00" typed="time" />
      </Pairs>
    </Group>
  )
}

/** The values of the fields. */
export const seasonIn = (given: Given): Season => ({
  ...plannedIn(given),
  ...(given('by') === 'dates' ? { dates: plannedDaysIn(given('dates'), today()) } : { pattern: patternIn(given) }),
  ...hoursIn(given),
})

const patternIn = (given: Given) => ({
  from: given('pattern.from'),
  to: given('pattern.to'),
  weekdays: weekdaysIn(given),
})

const hoursIn = (given: Given): Pick<Season, 'assembly' | 'briefing'> => {
  const point = meetingPointIn(given)
  const time = given('assembly.time')
  const meets = time && { days_before: numberSent(given('assembly.days_before')), time }
  const before = given('briefing.days_before')
  return {
    ...((point || time) && { assembly: { ...point, ...meets } }),
    ...(before && {
      briefing: { days_before: numberSent(before), starts: given('briefing.starts'), ends: given('briefing.ends') },
    }),
  }
}
