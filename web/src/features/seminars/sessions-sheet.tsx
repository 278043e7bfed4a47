import { createSeminarSessions, type SeminarSessionBulk, type SeminarSessionBulkInput } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { useState } from 'react'
import { onTheClock, shortDay } from '../../kit/days.ts'
import { plural, useSay } from '../../kit/words.ts'
import { useWrite } from '../../kit/write.ts'
import { DayField } from '../../ui/forms/day-field.tsx'
import { Field, Form, type Given } from '../../ui/forms/form.tsx'
import { Pairs } from '../../ui/forms/form-groups.tsx'
import { Sheet } from '../../ui/forms/sheet.tsx'
import { Weekdays, weekdaysIn } from '../../ui/forms/weekdays.tsx'
import css from '../../ui/lists/ticked-rows.module.css'
import { ConflictReason, overrideIn } from '../leaders/shared/conflict-reason.tsx'

type Plan = SeminarSessionBulkInput & { pattern: NonNullable<SeminarSessionBulkInput['pattern']> }

const dayOf = ({ starts_at }: SeminarSessionBulk) => onTheClock(starts_at).slice(0, 10)

/** Adds sessions at the same time on several weekdays: first previews each with its conflicts, then adds those that are ticked. */
export default function SessionsSheet({ seminar, close }: { seminar: number; close: () => void }) {
  const say = useSay()
  const [shown, setShown] = useState<{ plan: Plan; rows: SeminarSessionBulk[] }>()
  const [skipped, setSkipped] = useState<readonly string[]>([])
  const preview = useWrite({
    send: (plan: Plan, guidon) => createSeminarSessions(guidon, seminar, { ...plan, dry_run: true }),
    done: ({ data }, plan) => {
      setShown({ plan, rows: data })
      setSkipped(data.filter(({ is_there }) => is_there).map(dayOf))
    },
  })
  const creation = useWrite({
    send: (plan: Plan, guidon) => createSeminarSessions(guidon, seminar, plan),
    says: ['場次已新增', 'The sessions are added'],
    changes: ['seminars', 'sessions'],
    close,
  })
  const left = (shown?.rows ?? []).filter((row) => !skipped.includes(dayOf(row))).length
  const toggle = (day: string) =>
    setSkipped(skipped.includes(day) ? skipped.filter((each) => each !== day) : [...skipped, day])
  return (
    <Sheet title={say('批次新增場次', 'Add several sessions')} close={close}>
      <Form
        send={shown ? say(`新增 ${left} 場`, `Add ${plural(left, 'session')}`) : say('預覽', 'Preview')}
        error={shown ? creation.error : preview.error}
        isPending={preview.isPending || creation.isPending || (shown !== undefined && left === 0)}
        submit={(given) => {
          if (!shown) return preview.mutate(planIn(given))
          const pattern = { ...shown.plan.pattern, except: [...skipped] }
          return creation.mutate({ ...shown.plan, pattern, ...overrideIn(given) })
        }}
        beside={
          shown && (
            <button type="button" className="button" onClick={() => setShown(undefined)}>
              {say('回上一步', 'Back')}
            </button>
          )
        }
      >
        <div hidden={shown !== undefined}>
          <div className="form">
            <PlanFields />
          </div>
        </div>
        {shown && <Rows rows={shown.rows} skipped={skipped} toggle={toggle} />}
        {shown && <ConflictReason error={creation.error} />}
      </Form>
    </Sheet>
  )
}

const PlanFields = () => {
  const say = useSay()
  return (
    <>
      <Pairs>
        <DayField id="pattern.from" label={say('從', 'From')} />
        <DayField id="pattern.to" label={say('到', 'To')} />
      </Pairs>
      <Weekdays />
      <Pairs>
        <Field id="pattern.starts" label={say(...label.starts_at)} placeholder="19:00" typed="time" required />
        <Field id="pattern.ends" label={say(...label.ends_at)} placeholder="21:00" typed="time" required />
      </Pairs>
      <Field id="venue" label={say(...label.venue)} maxLength={200} />
      <Field id="address" label={say(...label.address)} maxLength={300} />
      <Field id="online_url" label={say(...label.online_url)} inputMode="url" />
      <Field
        id="capacity"
        label={say(...label.capacity)}
        hint={say('留空表示不限。', 'Empty: no limit.')}
        inputMode="numeric"
      />
    </>
  )
}

type RowsProps = { rows: SeminarSessionBulk[]; skipped: readonly string[]; toggle: (day: string) => void }

const Rows = ({ rows, skipped, toggle }: RowsProps) => {
  const say = useSay()
  return (
    <ul className={css.tickedRows} aria-label={say('預覽', 'Preview')}>
      {rows.map((row) => (
        <li key={row.starts_at}>
          <label>
            <input
              type="checkbox"
              checked={!skipped.includes(dayOf(row))}
              disabled={row.is_there}
              onChange={() => toggle(dayOf(row))}
            />
            <b>{shortDay(dayOf(row))}</b>
            <span className="small soft">
              {onTheClock(row.starts_at).slice(11)}–{onTheClock(row.ends_at).slice(11)}
            </span>
            {row.is_there && (
              <span className={`small soft ${css.remark}`}>{say('已經有這一場', 'This session already exists')}</span>
            )}
            {row.conflicts.length > 0 && (
              <span className={`small late ${css.remark}`}>
                {say('領隊當時另有安排', 'The leader is not available then')}
              </span>
            )}
          </label>
        </li>
      ))}
    </ul>
  )
}

/** The values of the fields. */
const planIn = (given: Given): Plan => ({
  pattern: {
    from: given('pattern.from'),
    to: given('pattern.to'),
    weekdays: weekdaysIn(given),
    starts: given('pattern.starts'),
    ends: given('pattern.ends'),
  },
  venue: given('venue') || null,
  address: given('address') || null,
  online_url: given('online_url') || null,
  capacity: given('capacity') === '' ? null : Number(given('capacity')),
})
