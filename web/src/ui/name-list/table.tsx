import { travelerCheckWords } from 'guidon-sdk/words'
import type { KeyboardEvent } from 'react'
import X from '~icons/lucide/x'
import { plural, useSay, type Words } from '../../kit/words.ts'
import { iconName } from '../icon-name.ts'
import { Refused } from '../refused.tsx'
import css from './name-list.module.css'
import { type NameList, type NameListState, nameOf, type Report } from './use-name-list.ts'

type Line = Report['lines'][number]
const results: Record<Line['result'], readonly [hue: string, words: Words]> = {
  created: ['turn-done', ['將新增', 'Will be added']],
  filled: ['turn-done', ['將補齊', 'Will be completed']],
  unchanged: ['turn-over', ['已在名單', 'There already']],
  refused: ['turn-late', ['要修正', 'To correct']],
}

/** The lines of a list, with what is wrong at its cell. Each cell is changed in its place, and what a column is by its heading. */
export const NameTable = ({ names }: { names: NameListState }) => {
  const say = useSay()
  const { list, report, hasNames, error, change } = names
  if (!list) return null
  return (
    <>
      <Refused error={error} />
      {hasNames ? <Faults names={names} /> : <NoNames />}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways, also by the keyboard. */}
      <section className={css.scroll} aria-label={say('名單', 'List')} tabIndex={0}>
        <table className="table">
          <thead>
            <tr>
              <th scope="col">{say('列', 'Line')}</th>
              {list.columns.map((_column, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place.
                <th key={at} scope="col">
                  <ColumnChoice list={list} at={at} change={change} />
                </th>
              ))}
              <th scope="col">{say('結果', 'Result')}</th>
            </tr>
          </thead>
          <tbody>
            {list.lines.map((line, nth) => (
              <Row key={line.line} names={names} list={list} nth={nth} told={report?.lines[nth]} />
            ))}
          </tbody>
        </table>
      </section>
    </>
  )
}

const Faults = ({ names: { faults, report } }: { names: NameListState }) => {
  const say = useSay()
  if (!report) return <p className="told small">{say('檢查中…', 'Checking…')}</p>
  if (faults === 0)
    return (
      <p className="told small" role="status">
        {say(`${report.lines.length} 列都正確。`, `All ${plural(report.lines.length, 'line')} are right.`)}
      </p>
    )
  return (
    <p className={`told fault ${css.faults}`} role="status">
      {say(
        `有 ${faults} 處要修正，改好後才會寫入。`,
        `${plural(faults, 'place')} to correct before anything is written.`,
      )}
      <button type="button" className="button small" onClick={({ currentTarget }) => goToFault(currentTarget)}>
        {say('到下一處', 'Go to the next one')}
      </button>
    </p>
  )
}

const NoNames = () => {
  const say = useSay()
  return (
    <p className="told fault" role="alert">
      {say('請在表格上方選出哪一欄是姓名。', 'Choose at the top of the table which column holds the names.')}
    </p>
  )
}

/** The first fault after where the reader is, else the first of all. */
const goToFault = (button: HTMLElement) => {
  const table = button.closest('p')?.parentElement?.querySelector('table')
  const [first] = table?.querySelectorAll<HTMLElement>('[aria-invalid=true]') ?? []
  const other = table?.querySelector<HTMLElement>('[data-refused]')
  const target = first ?? other
  target?.scrollIntoView({ block: 'center', inline: 'center' })
  target?.focus({ preventScroll: true })
}

type Change = NameListState['change']
type ChoiceProps = { list: NameList; at: number; change: Change }

const ColumnChoice = ({ list, at, change }: ChoiceProps) => {
  const say = useSay()
  const { columns, choices } = list
  const { code, heading } = columns[at] ?? {}
  const letter = String.fromCharCode(65 + at)
  // A field stands in one column only.
  const choose = (chosen: string | null) =>
    change({
      ...list,
      columns: columns.map((column, nth) => {
        if (nth === at) return { ...column, code: chosen }
        return chosen !== null && column.code === chosen ? { ...column, code: null } : column
      }),
    })
  return (
    <>
      <span className={css.heading}>{heading ?? letter}</span>
      <select
        className="input"
        aria-label={say(`「${heading ?? letter}」這一欄是`, `The column “${heading ?? letter}” is`)}
        value={code ?? ''}
        onChange={({ target }) => choose(target.value || null)}
      >
        <option value="">{say('不匯入', 'Leave out')}</option>
        {choices.map((each) => (
          <option key={each.code} value={each.code}>
            {say(each.label, each.label_en)}
          </option>
        ))}
      </select>
    </>
  )
}

const Result = ({ of }: { of: Line['result'] }) => {
  const say = useSay()
  const [hue, words] = results[of]
  return <span className={`badge ${hue}`}>{say(...words)}</span>
}

type RowProps = { names: NameListState; list: NameList; nth: number; told: Line | undefined }

const Row = ({ names, list, nth, told }: RowProps) => {
  const say = useSay()
  const line = list.lines[nth]
  if (!line) return null
  const remove = () => names.change({ ...list, lines: list.lines.filter((each) => each !== line) })
  const codes = list.columns.map(({ code }) => code)
  // What is missing is asked for later; what is wrong is told now.
  const checks = told?.checks.filter((check) => !check.endsWith('_missing')) ?? []
  const others = Object.entries(told?.errors ?? {}).filter(([code]) => !codes.includes(code))
  return (
    <tr>
      <th scope="row">{line.line}</th>
      {codes.map((_code, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its place.
        <td key={at}>
          <Cell names={names} list={list} nth={nth} at={at} told={told} />
        </td>
      ))}
      <td>
        <div className={css.result}>
          {told && <Result of={told.result} />}
          <button
            type="button"
            className="button plain square"
            {...iconName(say(`刪去第 ${line.line} 列`, `Leave out line ${line.line}`))}
            onClick={remove}
          >
            <X width={14} height={14} />
          </button>
        </div>
        {others.length > 0 && (
          <p className="fault small" data-refused tabIndex={-1}>
            {others.map(([, [sentence]]) => sentence).join(' ')}
          </p>
        )}
        {checks.length > 0 && (
          <p className="small soft">{checks.map((check) => say(...travelerCheckWords[check])).join(say('、', ', '))}</p>
        )}
      </td>
    </tr>
  )
}

const Cell = ({ names, list, nth, at, told }: RowProps & { at: number }) => {
  const say = useSay()
  const { code, heading } = list.columns[at] ?? {}
  const line = list.lines[nth]
  const [fault] = (code && told?.errors[code]) || []
  const note = `cell-${nth}-${at}-note`
  const choice = list.choices.find((each) => each.code === code)
  const name = choice ? say(choice.label, choice.label_en) : (heading ?? '')
  const type = (text: string) =>
    names.change(
      {
        ...list,
        lines: list.lines.map((each) => (each === line ? { ...each, cells: each.cells.with(at, text) } : each)),
      },
      true,
    )
  if (!code) return <span className={`soft ${css.leftOut}`}>{line?.cells[at]}</span>
  return (
    <>
      <input
        className="input"
        aria-label={say(`第 ${line?.line} 列 ${name}`, `${name}, line ${line?.line}`)}
        aria-invalid={fault !== undefined}
        aria-describedby={fault && note}
        aria-required={code === nameOf[names.kind]}
        spellCheck={false}
        value={line?.cells[at] ?? ''}
        onChange={({ target }) => type(target.value)}
        onBlur={() => names.change(list)}
        onKeyDown={(event) => goToNeighbour(event, () => names.change(list))}
      />
      {fault && (
        <p className="fault small" id={note}>
          {fault}
        </p>
      )}
    </>
  )
}

/** Enter and the arrows lead down and up in a column, as in a spreadsheet. */
const goToNeighbour = (event: KeyboardEvent<HTMLInputElement>, check: () => void) => {
  const { key, currentTarget } = event
  if (key !== 'Enter' && key !== 'ArrowDown' && key !== 'ArrowUp') return
  event.preventDefault()
  const cell = currentTarget.closest('td')
  const row = cell?.closest('tr')
  const next = key === 'ArrowUp' ? row?.previousElementSibling : row?.nextElementSibling
  const input = next?.children[cell?.cellIndex ?? 0]?.querySelector('input')
  if (input) input.focus()
  else check()
}
