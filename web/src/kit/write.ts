import { useMutation } from '@tanstack/react-query'
import { type Guidon, keyed, Refusal, randomKey } from 'guidon-sdk'
import { useRef } from 'react'
import { guidon, sentenceOf, thenRefresh, unreachable } from './api.ts'
import { sendOnceReached } from './queued-writes.ts'
import { sendInSession } from './sign-in-again.ts'
import { showToast, type Told } from './toasts.ts'
import { useSay, type Words } from './words.ts'

type Write<Body, Sent extends Promise<unknown>> = {
  /** Sends the body. The passed client adds the idempotency key of this form to every call. */
  send: (body: Body, guidon: Guidon) => Sent
  /** The first words of the query keys that are read again. */
  changes?: readonly string[]
  /** Runs after success, before the message is shown. */
  done?: (answer: Awaited<Sent>, body: Body) => unknown
  close?: () => void
  /** The message after success. */
  says?: Words | ((answer: Awaited<Sent>, body: Body) => Told | undefined)
  /** For a write without a form: a refusal is shown in a toast; the words are used if the service cannot be reached. */
  tellsRefusal?: true | Words
  /**
   * For a write without a form whose request is complete in itself, such as a tick: if the service cannot be reached, it is queued.
   */
  queues?: true
  /** Runs after a refusal, or if no answer came. */
  failed?: (error: Error, body: Body) => unknown
  /** The id of the written record, for a hook that writes several rows, possibly at the same time. */
  of?: (body: Body) => number
}

/**
 * The hook for all writes. If an answer gets lost and the body is sent again, it is done only once, and the page says that it had
 * arrived. After a refusal the form stays open.
 */
export const useWrite = <Body = void, Sent extends Promise<unknown> = Promise<unknown>>({
  send,
  changes = [],
  done,
  close,
  says,
  tellsRefusal,
  queues,
  failed,
  of = () => 0,
}: Write<Body, Sent>) => {
  const say = useSay()
  const tell = useRefusalToast()
  const keys = useKeys()
  const arrived = useRef(false)
  return useMutation<Awaited<Sent>, Error, Body>({
    mutationFn: (body) => {
      const sendOnce = async (): Promise<Awaited<Sent>> => {
        const service = keyed(guidon, keys.of(of(body)))
        const answer = await send(body, service)
        arrived.current = service.hadArrived()
        return answer
      }
      return sendInSession(() => (queues ? sendOnceReached(sendOnce) : sendOnce()))
    },
    // Retries once if no answer came. The key prevents a second write, so this is tried before the person is asked.
    retry: (times, error) => times === 0 && !(error instanceof Refusal),
    retryDelay: RETRY_MS,
    onSuccess: async (answer, body) => {
      keys.renew(of(body))
      await done?.(answer, body)
      close?.()
      const told = typeof says === 'function' ? says(answer, body) : says && { title: say(...says) }
      if (arrived.current)
        showToast({
          title: say('已完成', 'Done'),
          ...told,
          body: [told?.body, say(...hadArrived)].filter(Boolean).join('\n'),
        })
      else if (told) showToast(told)
    },
    onError: (error, body) => {
      if (isDecided(error)) keys.renew(of(body))
      if (tellsRefusal) tell(error, tellsRefusal === true ? undefined : tellsRefusal)
      return failed?.(error, body)
    },
    onSettled: thenRefresh(...changes),
  })
}

const RETRY_MS = 300
const hadArrived: Words = [
  '上次送出時就已收到，沒有重複。',
  'It had already arrived the first time and was not done twice.',
]

/** The idempotency key of a form for each record; it stays the same until the service has decided. */
const useKeys = () => {
  const { current: keys } = useRef(new Map<number, string>())
  const of = (record: number) => {
    const key = keys.get(record) ?? randomKey()
    keys.set(record, key)
    return key
  }
  return { of, renew: (record: number) => keys.delete(record) }
}

/** Whether a refusal guarantees that nothing was written. Otherwise the same key must be sent again. */
const isDecided = (error: Error) =>
  error instanceof Refusal && error.status < 500 && error.code !== 'idempotency_in_progress'

/** For a write without a form: shows a refusal in a toast. */
export const useRefusalToast = () => {
  const say = useSay()
  return (error: Error, ifUnreachable: Words = unreachable) =>
    showToast({ tone: 'bad', title: sentenceOf(error, say(...ifUnreachable)) })
}
