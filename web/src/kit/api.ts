import { QueryClient } from '@tanstack/react-query'
import { connect, Refusal } from 'guidon-sdk'
import { locale } from './words.ts'

/** The service that this page came from; the session is in a cookie. */
export const guidon = connect({ language: () => locale.now() })

/** What was read lately. A refusal is an answer: asking again would not change it. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 15_000, retry: (times, error) => !(error instanceof Refusal) && times < 2 },
  },
})

/** Reads everything shown again whose key begins with one of these words. */
export const refresh = (...keys: string[]) =>
  Promise.all(keys.map((key) => queryClient.invalidateQueries({ queryKey: [key] })))

/** A sentence for an error. */
export const sentenceOf = (error: unknown, unreachable: string) =>
  error instanceof Refusal ? error.message : unreachable
