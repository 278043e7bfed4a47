import * as label from 'guidon-sdk/labels'
import { paymentEnvironmentWords } from 'guidon-sdk/words'
import { dayAndTime } from '../../kit/days.ts'
import type { Say, Words } from '../../kit/words.ts'
import type { Fact } from '../facts.tsx'
import type { Environment } from './keys-sheet.tsx'

type Keys = { environment: Environment; account: string; proved_at: string | null }

/** The environment in use, what the other service knows the agency by in each one, and when the test went well. */
export const environmentFacts = (
  say: Say,
  { environment, account, keys }: { environment: Environment; account: Words; keys: readonly Keys[] },
): Fact[] => {
  const proved = keys.find((each) => each.environment === 'test')?.proved_at
  return [
    [say('使用中的環境', 'Environment in use'), say(...paymentEnvironmentWords[environment])],
    ...keys.map((each): Fact => {
      const [zh, en] = paymentEnvironmentWords[each.environment]
      return [say(`${zh}${account[0]}`, `${account[1]} (${en.toLowerCase()})`), each.account]
    }),
    [say(...label.proved_at), proved && dayAndTime(proved)],
  ]
}
