import { Refusal, randomKey } from 'guidon-sdk'
import { useRef } from 'react'

/**
 * A key for a write that must happen once. What got lost on the way is sent again with the same key; after an answer, also a
 * refusal, something else is sent, so it gets another.
 */
export const useOnce = () => {
  const key = useRef(randomKey())
  const next = () => {
    key.current = randomKey()
  }
  const renew = (error: Error) => {
    if (error instanceof Refusal) next()
  }
  return { key: () => key.current, renew, next }
}
