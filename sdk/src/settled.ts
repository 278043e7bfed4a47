import type { Call } from './client.ts'
import { type CommonCode, Refusal } from './refusal.ts'

/** The answer of a call or its refusal, whose `code` is one of those the operation declares. Other errors are thrown. */
export const settled = async <T, Code extends string>(call: Call<T, Code>): Promise<T | Refusal<Code | CommonCode>> => {
  try {
    return await call
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}
