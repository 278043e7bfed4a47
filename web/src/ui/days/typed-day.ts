import { type ChangeEvent, type KeyboardEvent, useContext, useState } from 'react'
import { addDays, today } from '../../kit/days.ts'
import { isComposing } from '../../kit/keys.ts'
import { NearDay } from '../../kit/near-day.ts'
import { isWhole, type Kind, readTyped, writeTyped } from '../../kit/typed-days.ts'
import { type Say, useSay } from '../../kit/words.ts'

/** Receives each change. The value is complete when the person leaves the field, or when no further key can change it. */
export type Put = (value: string, isComplete: boolean) => void

/**
 * A text field for a date, with or without a time. It accepts many formats and then shows one. If the text cannot be parsed, the
 * value is the text as typed.
 */
export const useTypedDay = (kind: Kind, value: string, put: Put) => {
  const say = useSay()
  const near = useContext(NearDay) ?? today()
  const [typed, setTyped] = useState<string>()
  const isNone = value !== '' && dayIn(kind, value) === undefined
  const read = (text: string) => readTyped(kind, text, near) ?? text.trim()
  const complete = () => typed !== undefined && put(read(typed), true)
  const onChange = ({ target }: ChangeEvent<HTMLInputElement>) => {
    setTyped(target.value)
    put(read(target.value), isWhole(kind, target.value))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const isWithAnother = event.altKey || event.shiftKey || event.ctrlKey || event.metaKey
    if (isComposing(event) || isWithAnother) return
    const days = { ArrowUp: 1, ArrowDown: -1 }[event.key]
    if (event.key === 'Enter' || days) {
      complete()
      setTyped(undefined)
    }
    if (!days) return
    event.preventDefault()
    put(stepped(kind, value, days), true)
  }
  return {
    /** The text cannot be parsed, and the person has left the field. */
    isWrong: isNone && typed === undefined,
    wanted: wantedForm(say, kind),
    input: {
      autoComplete: 'off',
      placeholder: patternOf(say, kind),
      value: typed ?? (isNone ? value : writeTyped(value, say('', 'en') === 'en')),
      onChange,
      onKeyDown,
      onBlur: () => {
        complete()
        afterPress(() => setTyped(undefined))
      },
    },
  } as const
}

/**
 * Delays an action until a pressed button is released: a message that appears meanwhile could move the button away, and the click
 * would be lost.
 */
export const afterPress = (act: () => void) => {
  if (document.querySelector(':active')) addEventListener('mouseup', () => setTimeout(act), { once: true })
  else act()
}

export const dayIn = (kind: Kind, value: string) => readTyped(kind, value, today())?.slice(0, 10)

const stepped = (kind: Kind, value: string, days: number) => {
  const known = readTyped(kind, value, today())
  if (known) return addDays(known.slice(0, 10), days) + known.slice(10)
  return kind === 'day' ? today() : atTimeOf('', today())
}

/** The day with the time of another value, or at nine. */
export const atTimeOf = (moment: string, day: string) =>
  `${day}${readTyped('moment', moment, day)?.slice(10) ?? 'T09:00'}`

const patternOf = (say: Say, kind: Kind) =>
  kind === 'day' ? say('年/月/日', 'yyyy-mm-dd') : say('年/月/日 時:分', 'yyyy-mm-dd hh:mm')

const wantedForm = (say: Say, kind: Kind) =>
  kind === 'day'
    ? say('請輸入日期，例如 2026/11/24。', 'Enter a date, such as 2026-11-24.')
    : say('請輸入日期和時間，例如 2026/11/24 18:00。', 'Enter a date and a time, such as 2026-11-24 18:00.')
