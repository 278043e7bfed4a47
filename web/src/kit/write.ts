import { useMutation } from '@tanstack/react-query'
import { type Guidon, keyed, Refusal, randomKey } from 'guidon-sdk'
import { useRef } from 'react'
import { guidon, sentenceOf, thenRefresh } from './api.ts'
import { showToast, type Told } from './toasts.ts'
import { useSay, type Words } from './words.ts'

type Write<Body, Sent extends Promise<unknown>> = {
  /** Sends it through the service that it gets, which gives every call the key of this form. */
  send: (body: Body, guidon: Guidon) => Sent
  /** What is read again, by the first words of its keys. */
  changes?: readonly string[]
  /** Runs when it is done, before that is told. */
  done?: (answer: Awaited<Sent>, body: Body) => unknown
  close?: () => void
  /** What is told when it is done. */
  says?: Words | ((answer: Awaited<Sent>, body: Body) => Told | undefined)
  /** For a write without a form: a refusal is told in a toast, and with these words that the service cannot be reached. */
  tellsRefusal?: true | Words
  /** Runs after a refusal, or if no answer came. */
  failed?: (error: Error, body: Body) => unknown
  /** Which record it writes, for a write of several rows, which may be under way at the same time. */
  of?: (body: Body) => number
}

/**
 * The way to write: what is sent twice, because its answer got lost, is done once, and the page says that it had arrived. After a refusal
 * the form stays open.
 */
export const useWrite = <Body = void, Sent extends Promise<unknown> = Promise<unknown>>({
  send,
  changes = [],
  done,
  close,
  says,
  tellsRefusal,
  failed,
  of = () => 0,
}: Write<Body, Sent>) => {
  const say = useSay()
  const tell = useRefusalToast()
  const keys = useKeys()
  const arrived = useRef(false)
  return useMutation<Awaited<Sent>, Error, Body>({
    mutationFn: async (body): Promise<Awaited<Sent>> => {
      const service = keyed(guidon, keys.of(of(body)))
      const answer = await send(body, service)
      arrived.current = service.hadArrived()
      return answer
    },
    // No answer came. What had arrived is not done again, so it is sent once more before anybody is asked to.
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
const hadArrived: Words = ['上次送出時就已收到，沒有重複。', 'It had arrived the first time and was not done twice.']

/** The key of a form for each record: the same until the service has decided. */
const useKeys = () => {
  const { current: keys } = useRef(new Map<number, string>())
  const of = (record: number) => {
    const key = keys.get(record) ?? randomKey()
    keys.set(record, key)
    return key
  }
  return { of, renew: (record: number) => keys.delete(record) }
}

/** Whether a refusal says for certain that nothing was done. Otherwise the same key must be sent again. */
const isDecided = (error: Error) =>
  error instanceof Refusal && error.status < 500 && error.code !== 'idempotency_in_progress'

/** For a write without a form: tells in a toast why it was not done. */
export const useRefusalToast = () => {
  const say = useSay()
  return (
    error: Error,
    unreachable: Words = ['連不上服務，請稍後再試。', 'The service cannot be reached; try again soon.'],
  ) => showToast({ tone: 'bad', title: sentenceOf(error, say(...unreachable)) })
}
