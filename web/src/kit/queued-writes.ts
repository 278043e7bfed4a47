import { Refusal } from 'guidon-sdk'
import { whenReached } from './lazy.ts'
import { store } from './store.ts'

/** The number of writes that wait until the service can be reached. */
const waiting = store(0)
export const useWaitingWrites = waiting.use

/** Sends again, with the same key, until the service answers. A write is lost only if the page is closed, which asks first. */
export const sendOnceReached = async <Sent>(send: () => Promise<Sent>): Promise<Sent> => {
  try {
    return await send()
  } catch (error) {
    if (error instanceof Refusal) throw error
  }
  waiting.set(waiting.now() + 1)
  try {
    for (;;) {
      await whenReached()
      try {
        return await send()
      } catch (error) {
        if (error instanceof Refusal) throw error
      }
    }
  } finally {
    waiting.set(waiting.now() - 1)
  }
}

addEventListener('beforeunload', (event) => {
  if (waiting.now() > 0) event.preventDefault()
})
