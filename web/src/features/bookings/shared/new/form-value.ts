import { useEffect, useRef, useState } from 'react'

/** The current value of the surrounding form, as returned by `read`; updated after each input. */
export const useFormValue = <Value>(read: (given: FormData) => Value) => {
  const mark = useRef<HTMLDivElement>(null)
  const latest = useRef(read)
  latest.current = read
  const [value, setValue] = useState<Value>()
  const form = () => mark.current?.closest('form') ?? null
  useEffect(() => {
    const around = mark.current?.closest('form')
    if (!around) return
    const look = () => setValue(latest.current(new FormData(around)))
    // If a draft is discarded, the fields are reset only after this event.
    const lookAgain = () => setTimeout(look)
    look()
    const events = [
      ['input', look],
      ['change', look],
      ['reset', lookAgain],
    ] as const
    for (const [name, listener] of events) around.addEventListener(name, listener)
    return () => {
      for (const [name, listener] of events) around.removeEventListener(name, listener)
    }
  }, [])
  return { value, mark, form }
}
