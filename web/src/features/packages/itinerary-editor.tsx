import type { Guidon } from 'guidon-sdk'
import { type PackageInputSegment, Refusal, updatePackage, updatePackageSegments } from 'guidon-sdk'
import { useState } from 'react'
import Plus from '~icons/lucide/plus'
import { queryClient, refresh } from '../../kit/api.ts'
import { useHeldFocus } from '../../kit/held-focus.ts'
import { plural, useSay } from '../../kit/words.ts'
import { useWrite } from '../../kit/write.ts'
import { Form, useFault } from '../../ui/forms/form.tsx'
import { useKeptValue } from '../../ui/forms/kept-value.tsx'
import { DayRow } from './day-row.tsx'
import { newRow, type Row, rowsOf, segmentsIn, spansOf } from './days.ts'
import css from './packages.module.css'
import type { OnePackage } from './queries.ts'
import itineraryCss from './shared/itinerary.module.css'

type Props = { one: OnePackage; close: () => void }

/** The days as a form: all of them are saved together. */
export default function ItineraryEditor({ one, close }: Props) {
  const say = useSay()
  // The version that the fields were filled from. If the package was read again meanwhile, this version makes the service refuse to
  // overwrite changes.
  const [first, setFirst] = useState(one)
  const { mutate, error, isPending } = useWrite({
    send: (segments: PackageInputSegment[], guidon) => save(guidon, first, segments),
    close,
    failed: async (refused) => {
      if (!(refused instanceof Refusal && refused.code === 'stale')) return
      await refresh('packages')
      setFirst((before) => queryClient.getQueryData<OnePackage>(['packages', one.id]) ?? before)
    },
    changes: ['packages'],
  })
  return (
    <section className="card" aria-label={say('修改每日行程', 'Change the itinerary')}>
      <Form
        hasNoDraft
        send={say('儲存', 'Save')}
        error={error}
        isPending={isPending}
        submit={(given) => mutate(segmentsIn(given))}
        beside={
          <button type="button" className="button" onClick={close}>
            {say('取消', 'Cancel')}
          </button>
        }
      >
        <Days key={first.version} one={first} />
      </Form>
    </section>
  )
}

/** The length of the package follows its days; one call writes both, so that a published package stays complete. */
const save = async (guidon: Guidon, one: OnePackage, segments: PackageInputSegment[]) => {
  const days = Math.max(0, ...segments.map(({ day_from, day_to = day_from }) => day_to))
  if (days === 0 || days === one.days)
    await updatePackageSegments(guidon, one.id, { segments }, { version: one.version })
  else await updatePackage(guidon, one.id, { days, segments }, { version: one.version })
}

const Days = ({ one }: { one: OnePackage }) => {
  const say = useSay()
  const kept = useKeptValue(JSON.stringify(rowsOf(one)))
  const rows: Row[] = JSON.parse(kept.value)
  const put = (next: Row[]) => kept.change(JSON.stringify(next))
  const spans = spansOf(rows)
  const holdFocus = useHeldFocus()
  const move = (nth: number, by: number) => {
    const row = rows[nth]
    if (!row || !rows[nth + by]) return
    holdFocus()
    put(rows.toSpliced(nth, 1).toSpliced(nth + by, 0, row))
  }
  const last = Math.max(0, ...spans.map(({ day_to }) => day_to))
  return (
    <>
      <p className="small soft" role="status">
        {say(`共 ${last} 天`, plural(last, 'day'))}
        {last !== one.days &&
          say(`；儲存後行程由 ${one.days} 天改為 ${last} 天`, `; saving changes it from ${plural(one.days, 'day')}`)}
      </p>
      <ol className={`${itineraryCss.itinerary} ${css.editing}`}>
        {rows.map((row, nth) => (
          <DayRow
            key={row.key}
            row={row}
            span={spans[nth] ?? { day_from: 1, day_to: 1 }}
            isFirst={nth === 0}
            isLast={nth === rows.length - 1}
            change={(to) => put(rows.map((each) => (each === row ? { ...each, ...to } : each)))}
            move={(by) => move(nth, by)}
            remove={() => put(rows.filter((each) => each !== row))}
          />
        ))}
      </ol>
      <button type="button" className="button" onClick={() => put([...rows, newRow()])}>
        <Plus />
        {say('新增一天', 'Add a day')}
      </button>
      <Fault />
      {kept.inputNamed('days')}
    </>
  )
}

const Fault = () => {
  const fault = useFault('segments')
  return fault ? (
    <p className="told fault" role="alert">
      {fault}
    </p>
  ) : null
}
