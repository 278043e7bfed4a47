import { Fragment, type ReactNode, Suspense, useState } from 'react'
import CalendarDays from '~icons/lucide/calendar-days'
import ListFilter from '~icons/lucide/list-filter'
import X from '~icons/lucide/x'
import { plainDay, span, today } from '../../kit/days.ts'
import { lazy } from '../../kit/lazy.ts'
import { spanWords, type UsualSpan, usualSpans } from '../../kit/spans.ts'
import { plural, useSay } from '../../kit/words.ts'
import { DelayedSearch } from '../delayed-search.tsx'
import { type Filter, type FiltersOf, isSet, statusOf, useChange, useClear } from './filters.ts'
import { OneOf } from './one-of.tsx'

const DayRange = lazy(() => import('../days/day-range.tsx'))

/** So many filters stand in one line on a desk. Of more, the first ones do. */
const MOST = 5
const FIRST = 4

/**
 * The filters of a list, from their declaration. What is chosen is in the address: it can be kept, sent to a colleague, and gone back
 * to. On a desk further filters follow after a press, except those that are set; on a phone one button opens all.
 */
export const FilterBar = <Search extends object>({
  children,
  ...declared
}: FiltersOf<Search> & {
  /** What else can be done with the list, such as choosing its columns. */
  children?: ReactNode
}) => {
  const say = useSay()
  const change = useChange()
  const [isOpen, setOpen] = useState(false)
  const { search, find } = declared
  const { offered, count, countWithSearch } = statusOf(declared)
  const first = offered.length > MOST ? offered.slice(0, FIRST) : offered
  const rest = offered.slice(first.length)
  const toggle = () => setOpen(!isOpen)
  const fieldOf = (filter: Filter<Search>) => (
    <Fragment key={filter.words[1]}>
      {'from' in filter && filter.hasSpans && <Spans search={search} filter={filter} />}
      <Field search={search} filter={filter} />
    </Fragment>
  )
  return (
    <search className="filters" data-open={isOpen} data-folds={offered.length > 1 || undefined}>
      {find && (
        <DelayedSearch
          label={say(...find)}
          value={'q' in search ? String(search.q ?? '') : ''}
          change={(q) => change({ q: q || undefined })}
        />
      )}
      <button type="button" className="button fold" aria-expanded={isOpen} onClick={toggle}>
        <ListFilter width={15} height={15} />
        {say('篩選', 'Filters')}
        {count > 0 && <b>{count}</b>}
      </button>
      {first.map(fieldOf)}
      {rest.length > 0 && (
        <>
          <button type="button" className="button more" aria-expanded={isOpen} onClick={toggle}>
            <ListFilter width={15} height={15} />
            {say('更多篩選', 'More filters')}
          </button>
          <div className="rest">{rest.map(fieldOf)}</div>
        </>
      )}
      {countWithSearch > 0 && <Clear {...declared} count={countWithSearch} />}
      {children && <div className="tools">{children}</div>}
    </search>
  )
}

const Clear = <Search extends object>({ count, ...declared }: FiltersOf<Search> & { count: number }) => {
  const say = useSay()
  return (
    <button type="button" className="button plain clear" onClick={useClear(declared)}>
      <X width={15} height={15} />
      {say(`清除 ${count} 個篩選`, `Clear ${plural(count, 'filter')}`)}
    </button>
  )
}

type DaysFilter<Search> = Extract<Filter<Search>, { from: unknown }>
type FieldProps<Search> = { search: Search; filter: Filter<Search> }

const Field = <Search extends object>({ search, filter }: FieldProps<Search>) => {
  const say = useSay()
  const change = useChange()
  const { words, instead = [] } = filter
  const choose = (chosen: Record<string, unknown>) =>
    change({ ...Object.fromEntries(instead.map((key) => [key, undefined])), ...chosen })
  const label = say(...words)
  return (
    <div className="filter" data-set={isSet(search, filter) || undefined}>
      {'choices' in filter && (
        <OneOf
          label={label}
          words={filter.choices}
          value={textOf(search[filter.of])}
          choose={(value) => choose({ [filter.of]: chosenOf(value) })}
        />
      )}
      {'is' in filter && (
        <button
          type="button"
          className="button"
          aria-pressed={search[filter.of] === filter.is}
          onClick={() => choose({ [filter.of]: search[filter.of] === filter.is ? undefined : filter.is })}
        >
          {filter.icon && <filter.icon width={15} height={15} />}
          {label}
        </button>
      )}
      {'field' in filter && (
        <filter.field
          label={label}
          value={numberOf(search[filter.of])}
          choose={(value) => choose({ [filter.of]: value })}
        />
      )}
      {'from' in filter && (
        <Days
          label={label}
          days={daysOf(search, filter)}
          choose={(from, to) => choose({ [filter.from]: from, [filter.to]: to })}
        />
      )}
    </div>
  )
}

const textOf = (value: unknown) => (value === undefined ? undefined : String(value))
const numberOf = (value: unknown) => (typeof value === 'number' ? value : undefined)
/** The choices `true` and `false` stand for these values. */
const chosenOf = (choice: string | undefined) => (choice === 'true' || choice === 'false' ? choice === 'true' : choice)
/** The days that are chosen, else the usual ones. */
const daysOf = <Search,>(search: Search, { from, to, usual }: DaysFilter<Search>) => {
  const days = [textOf(search[from]), textOf(search[to])] as const
  return (days[0] ?? days[1]) ? days : (usual ?? days)
}

type DaysProps = {
  label: string
  days: readonly [from: string | undefined, to: string | undefined]
  choose: (from: string | undefined, to: string | undefined) => void
}

/**
 * The days in words. A press opens their field, which is loaded on demand, below the line. Meanwhile the words stay as they are: a click
 * that ends the typing must find its button where it was.
 */
const Days = ({ label, days: [from, to], choose }: DaysProps) => {
  const say = useSay()
  const [isOpen, setOpen] = useState(false)
  const chosen = from && to ? span(from, to) : from ? say(`${plainDay(from)} 起`, `since ${plainDay(from)}`) : ''
  return (
    <>
      <button type="button" className="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <CalendarDays width={15} height={15} />
        {chosen && !isOpen ? (
          <>
            <span className="unseen">{label} </span>
            {chosen}
          </>
        ) : (
          label
        )}
      </button>
      {isOpen && (
        <Suspense>
          <div className="days">
            <DayRange label={label} {...(from && { from })} {...(to && { to })} choose={choose} autoFocus />
          </div>
        </Suspense>
      )}
    </>
  )
}

type SpansProps<Search> = { search: Search; filter: DaysFilter<Search> }

/** The spans that are mostly asked for, beside the field of days. Other days show the label. */
const Spans = <Search extends object>({ search, filter }: SpansProps<Search>) => {
  const say = useSay()
  const change = useChange()
  const [from, to] = daysOf(search, filter)
  const spans = usualSpans(today())
  const names = Object.keys(spans) as UsualSpan[]
  const choose = (name: UsualSpan | undefined) => {
    const [first, last] = name ? spans[name] : []
    change({ [filter.from]: first, [filter.to]: last })
  }
  return (
    <div className="filter" data-set={isSet(search, filter) || undefined}>
      <OneOf
        label={say(...filter.words)}
        words={spanWords}
        value={names.find((name) => spans[name][0] === from && spans[name][1] === to)}
        choose={choose}
      />
    </div>
  )
}
