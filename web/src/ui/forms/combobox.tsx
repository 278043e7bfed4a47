import { type InputHTMLAttributes, type KeyboardEvent, useId, useState } from 'react'
import { isComposing } from '../../kit/keys.ts'
import { roleOf } from '../../kit/role-words.ts'
import { type Say, useSay } from '../../kit/words.ts'
import { type Named, nameOfOption, type Only, useOptions } from '../names.ts'
import { fieldOf, Option, optionId } from '../option.tsx'
import css from './combobox.module.css'

type Input = Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange'>
type Props = Input & {
  /** The path of the option list. */
  of: string
  /** Which accounts are offered. */
  only?: Only | undefined
  /** The name of the chosen record, shown in the field until somebody types. */
  chosen: string
  /** Called with the record, or with undefined if the field was emptied. */
  choose: (record: Named | undefined) => void
}

const MOST = 60

/** A field for a record, which is found by typing and chosen with the arrow keys or the mouse. */
export const Combobox = ({ of, only, chosen, choose, ...input }: Props) => {
  const say = useSay()
  const list = useId()
  const { isOpen: isWanted, typed, at, ...box } = useTyping()
  const { data, isPlaceholderData: isOfTextBefore } = useOptions(of, typed?.trim() ?? '', isWanted, only)
  const found = data?.slice(0, MOST)
  const take = (record: Named | undefined) => {
    choose(record)
    box.close()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // During a composition the keys belong to the input method.
    if (isComposing(event)) return
    if (event.key === 'Enter' && isWanted) {
      event.preventDefault()
      if (found?.[at] && !isOfTextBefore) take(found[at])
    } else box.onKeyDown(event, found?.length ?? 0)
  }
  const leave = () => (typed?.trim() === '' && chosen !== '' ? take(undefined) : box.close())
  const isOpen = isWanted && found !== undefined
  return (
    <div className={css.combobox}>
      <input
        className="input"
        {...fieldOf(list, isOpen, found?.[at] && at)}
        {...input}
        placeholder={chosen || input.placeholder}
        value={typed ?? chosen}
        onChange={({ target }) => box.type(target.value)}
        onClick={({ currentTarget }) => {
          currentTarget.select()
          box.open()
        }}
        onKeyDown={onKeyDown}
        onBlur={leave}
      />
      {isOpen && <List id={list} label={input['aria-label'] ?? say('選項', 'Options')} {...{ found, at, take }} />}
    </div>
  )
}

/** The state of the field: whether the list is open, the text typed since, and the row selected with the arrow keys. */
const useTyping = () => {
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState<string>()
  const [at, setAt] = useState(0)
  const open = () => {
    setOpen(true)
    setAt(0)
  }
  const type = (text: string) => {
    setTyped(text)
    open()
  }
  const close = () => {
    setTyped(undefined)
    setOpen(false)
  }
  const onKeyDown = (event: KeyboardEvent, count: number) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    // Escape closes the list first, and the surrounding sheet only then.
    if (event.key === 'Escape' && isOpen) close()
    else if (step && !isOpen) open()
    else if (step) setAt(Math.max(0, Math.min(count - 1, at + step)))
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return { isOpen, typed, at, open, type, close, onKeyDown }
}

type ListProps = { id: string; label: string; found: Named[]; at: number; take: (record: Named) => void }

const List = ({ id, label, found, at, take }: ListProps) => {
  const say = useSay()
  return (
    <div className={css.list} role="listbox" id={id} aria-label={label}>
      {found.map((record, nth) => (
        <Option key={record.value} id={optionId(id, nth)} isActive={nth === at} take={() => take(record)}>
          {nameOfOption(say, record)}
          <span className={css.also}>{besideName(say, record)}</span>
        </Option>
      ))}
      {found.length === 0 && <p className={css.none}>{say('找不到', 'Nothing found')}</p>}
    </div>
  )
}

/** The roles of a colleague, or the name in the other language. */
const besideName = (say: Say, { label, label_en, roles, departments = [] }: Named) =>
  roles ? roleOf(say, { roles, departments }) : say(label_en ?? '', label_en ? label : '')
