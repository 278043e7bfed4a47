import { useEffect, useRef, useState } from 'react'
import { enter } from '../../kit/form-draft.ts'

/** Keeps the value of a custom field in a hidden input, so that a draft keeps it like other fields. */
export const useKeptValue = (first: string) => {
  const [value, setValue] = useState(first)
  const input = useRef<HTMLInputElement>(null)
  // Discarding a draft resets the form, which React does not notice.
  useEffect(() => {
    const form = input.current?.form
    const reset = () => setValue(first)
    form?.addEventListener('reset', reset)
    return () => form?.removeEventListener('reset', reset)
  }, [first])
  return {
    value,
    change: (next: string) => input.current && enter(input.current, next),
    /** The hidden input; `of` is the path of the records that the field chooses from. */
    inputNamed: (name: string, of?: string) => (
      <input
        ref={input}
        hidden
        name={name}
        data-of={of}
        defaultValue={first}
        onChange={({ target }) => setValue(target.value)}
      />
    ),
  }
}
