import { useMutation } from '@tanstack/react-query'
import { sentenceOf, thenRefresh } from './api.ts'
import { useOnce } from './once.ts'
import { showToast } from './toasts.ts'
import { useSay, type Words } from './words.ts'

type Write<Body> = {
  send: (body: Body, once: { idempotencyKey: string }) => Promise<unknown>
  /** What is told when it is done. */
  says: Words
  /** What is read again, by the first words of its keys. */
  changes: readonly string[]
  close?: () => void
}

/** A write of a sheet: done once, told, and what it changed is read again. After a refusal the sheet stays open. */
export const useWrite = <Body = void>({ send, says, changes, close }: Write<Body>) => {
  const say = useSay()
  const once = useOnce()
  return useMutation<unknown, Error, Body>({
    mutationFn: (body) => send(body, { idempotencyKey: once.key() }),
    onSuccess: () => {
      once.next()
      close?.()
      showToast({ title: say(...says) })
    },
    onError: once.renew,
    onSettled: thenRefresh(...changes),
  })
}

/** For a write without a form: tells in a toast why it was not done. */
export const useRefusalToast = () => {
  const say = useSay()
  return (error: Error) => {
    const unreachable = say('連不上服務，請稍後再試。', 'The service cannot be reached; try again soon.')
    showToast({ tone: 'bad', title: sentenceOf(error, unreachable) })
  }
}
