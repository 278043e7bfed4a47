import { plain } from '../receipt-platform/protocol.ts'

/** What is written in another way, because the platform does not take it. */
export type Replaced = { field: string; given: string; taken: string }

/** Which of these texts the platform gets in another way than they were given. */
export function replacedIn(texts: Readonly<Record<string, string | null | undefined>>): Replaced[] {
  return Object.entries(texts).flatMap(([field, given]) => {
    const taken = given ? plain(given) : given
    return given && taken && given !== taken ? [{ field, given, taken }] : []
  })
}
