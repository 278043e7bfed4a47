import { type ChangeEvent, type KeyboardEvent, useRef, useState } from 'react'

/** The rows of a list that somebody has ticked, also on other pages of it. */
export type Selection = ReturnType<typeof useSelection>

/** `about` says which list it is: with other filters nothing is selected any more. */
export const useSelection = (about: unknown) => {
  const key = JSON.stringify(about)
  const [{ ids, of }, setSelected] = useState({ ids: none, of: key })
  const selected = of === key ? ids : none
  const last = useRef<number>(undefined)
  const set = (next: Iterable<number>) => setSelected({ ids: new Set(next), of: key })
  const tick = (rows: readonly number[], isOn: boolean) =>
    set(isOn ? [...selected, ...rows] : [...selected].filter((id) => !rows.includes(id)))
  return {
    ids: [...selected],
    has: (id: number) => selected.has(id),
    tick,
    clear: () => set([]),
    /** Ticks one row; with Shift all rows from the last ticked one up to it. */
    tickTo: (rows: readonly number[], id: number, isOn: boolean, isRange: boolean) => {
      const from = isRange && last.current !== undefined ? rows.indexOf(last.current) : -1
      const to = rows.indexOf(id)
      last.current = id
      tick(from < 0 ? [id] : rows.slice(Math.min(from, to), Math.max(from, to) + 1), isOn)
    },
  }
}

const none: ReadonlySet<number> = new Set()

export const isWithShift = ({ nativeEvent }: ChangeEvent) => nativeEvent instanceof MouseEvent && nativeEvent.shiftKey

/** The arrows lead from tick to tick; with Shift they tick on the way. Ctrl+A ticks the page, Escape nothing. */
export const onTickKey = (event: KeyboardEvent<HTMLInputElement>, rows: readonly number[], selection: Selection) => {
  const { key, shiftKey, ctrlKey, metaKey, currentTarget } = event
  if (key === 'Escape') return selection.clear()
  if (key === 'a' && (ctrlKey || metaKey)) {
    event.preventDefault()
    return selection.tick(rows, true)
  }
  const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0
  if (!step) return
  event.preventDefault()
  const ticks = [
    ...(currentTarget.closest('table')?.querySelectorAll<HTMLInputElement>('tbody input[type=checkbox]') ?? []),
  ]
  const at = ticks.indexOf(currentTarget) + step
  const [here, there] = [rows[at - step], rows[at]]
  if (here === undefined || there === undefined) return
  ticks[at]?.focus()
  if (shiftKey) selection.tick([here, there], true)
}
