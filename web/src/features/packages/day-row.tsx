import * as label from 'guidon-sdk/labels'
import type { KeyboardEvent, ReactNode } from 'react'
import ArrowDown from '~icons/lucide/arrow-down'
import ArrowUp from '~icons/lucide/arrow-up'
import X from '~icons/lucide/x'
import { numberTyped } from '../../kit/typed.ts'
import { useSay } from '../../kit/words.ts'
import { Field, TextArea } from '../../ui/forms/form.tsx'
import formGroupsCss from '../../ui/forms/form-groups.module.css'
import { RecordField, RecordsField } from '../../ui/forms/record-field.tsx'
import { iconName } from '../../ui/icon-name.ts'
import type { Row } from './days.ts'
import css from './packages.module.css'
import itineraryCss from './shared/itinerary.module.css'
import { HotelFields, MealFields } from './shared/night-fields.tsx'
import { TransportField } from './shared/transport-field.tsx'

type Props = {
  row: Row
  span: { day_from: number; day_to: number }
  isFirst: boolean
  isLast: boolean
  change: (to: Partial<Row>) => void
  move: (by: 1 | -1) => void
  remove: () => void
}

/** A segment (one or more days), which can be moved, also with Alt and the arrow keys. */
export const DayRow = ({ row, span: { day_from, day_to }, isFirst, isLast, change, move, remove }: Props) => {
  const say = useSay()
  const days = day_from === day_to ? day_from : `${day_from}–${day_to}`
  const name = say(`第 ${days} 天`, `Day ${days}`)
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    move(event.key === 'ArrowUp' ? -1 : 1)
  }
  return (
    <li onKeyDown={onKeyDown}>
      <p className={`${itineraryCss.numberOfDay} ${css.numberOfDay}`}>
        <b>{name}</b>
      </p>
      <div className={css.dayFields}>
        <div className={css.dayLine}>
          <input
            className="input"
            aria-label={say(`${name}的標題`, `Title of ${name}`)}
            value={row.title}
            maxLength={200}
            required
            onChange={({ target }) => change({ title: target.value })}
          />
          <label className={`${css.dayCount} small soft`}>
            <input
              className="input"
              inputMode="numeric"
              aria-label={say(`${name}起共幾天`, `Number of days from ${name}`)}
              value={row.length}
              onChange={({ target }) => change({ length: Math.min(120, Math.max(1, numberTyped(target.value) || 1)) })}
            />
            {say('天', 'days')}
          </label>
          <div className={css.moves}>
            <Move label={say(`${name}往前移`, `Move ${name} up`)} isOut={isFirst} act={() => move(-1)}>
              <ArrowUp />
            </Move>
            <Move label={say(`${name}往後移`, `Move ${name} down`)} isOut={isLast} act={() => move(1)}>
              <ArrowDown />
            </Move>
            <Move label={say(`移除${name}`, `Remove ${name}`)} isOut={false} act={remove}>
              <X />
            </Move>
          </div>
        </div>
        {!isFirst && (
          <label className="check small">
            <input
              type="checkbox"
              checked={row.shared > 0}
              onChange={({ target }) => change({ shared: target.checked ? 1 : 0 })}
            />
            {say('與前一段同一天', 'Same day as the one before')}
          </label>
        )}
        <details onToggle={({ currentTarget }) => currentTarget.open && !row.isOpen && change({ isOpen: true })}>
          <summary className="small">{say('城市、住宿、餐食、說明', 'Cities, stay, meals, text')}</summary>
          {row.isOpen && <More row={row} />}
        </details>
      </div>
    </li>
  )
}

type MoveProps = { label: string; isOut: boolean; act: () => void; children: ReactNode }

const Move = ({ label, isOut, act, children }: MoveProps) => (
  <button type="button" className="button plain square" {...iconName(label)} disabled={isOut} onClick={act}>
    {children}
  </button>
)

const More = ({ row }: { row: Row }) => {
  const say = useSay()
  const id = (name: string) => `${name}_${row.key}`
  return (
    <div className="form">
      <RecordsField id={id('city_ids')} label={say(...label.city_ids)} of="/api/cities" first={row.city_ids ?? []} />
      <div className={`${formGroupsCss.pairs} ${css.dayPairs}`}>
        <RecordField
          id={id('overnight_city_id')}
          label={say(...label.overnight_city_id)}
          of="/api/cities"
          first={row.overnight_city_id}
        />
        <HotelFields first={row} id={id} named={say(...label.hotel_id)} />
        <MealFields first={row} id={id} />
        <TransportField id={id('transport')} first={row.transport} />
      </div>
      <TextArea id={id('description')} label={say(...label.description)} defaultValue={row.description ?? ''} />
      <Field id={id('title_en')} label={say(...label.title_en)} defaultValue={row.title_en ?? ''} />
      <TextArea
        id={id('description_en')}
        label={say(...label.description_en)}
        defaultValue={row.description_en ?? ''}
      />
    </div>
  )
}
