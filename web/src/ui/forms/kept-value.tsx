import { useEffect, useRef, useState } from 'react'
import { enter } from '../../kit/form-drafts.ts'

/** The value of a field that is no input of the browser. It is in an input out of sight, so that a draft keeps it like all others. */
export const useKeptValue = (first: string) => {
  const [value, setValue] = useState(first)
  const input = useRef<HTMLInputElement>(null)
  // A discarded draft resets the form, of which React hears nothing.
  useEffect(() => {
    const form = input.current?.form
    const reset = () => setValue(first)
    form?.addEventListener('reset', reset)
    return () => form?.removeEventListener('reset', reset)
  }, [first])
  return {
    value,
    change: (next: string) => input.current && enter(input.current, next),
    /** Stands in the form under this name, and says which records it chooses from. */
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
