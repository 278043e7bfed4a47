import { refuse } from '../../../kit/errors.ts'
import type { Role } from '../../../kit/http/server/access.ts'
import type { Locale } from '../../../kit/words/words.ts'
import { type Found, shownBreakages } from './breakage.ts'

/** What stops a change, and whether it stops this role for good: others may go on if they say why. */
export const stoppedBy = (found: readonly Found[], role: Role) => {
  const stops = found.filter(({ check }) => check.passedBy)
  return { stops, isBarred: stops.some(({ check }) => !check.passedBy?.includes(role)) }
}

type Going = { role: Role; reason: string | undefined; locale: Locale; step: string; from: string }

/** Refuses a step that is stopped, unless the role may go on and says why. Returns the kinds that it goes on in spite of. */
export const refuseStopped = (found: readonly Found[], { role, reason, locale, step, from }: Going): string[] => {
  const { stops, isBarred } = stoppedBy(found, role)
  const broke = shownBreakages(stops, locale)
  const zh = stops.map(({ check }) => check.says[0]).join('；')
  const en = stops.map(({ check }) => check.says[1]).join('; ')
  if (isBarred)
    refuse('step_not_possible', {
      detail: [
        `${zh}。如確有必要，請管理員填寫原因後進行。`,
        `${en}. If it has to be, an administrator may go on with a reason.`,
      ],
      also: { step, from, possible: [], broke },
    })
  if (stops.length && !reason)
    refuse('invalid_input', {
      errors: { reason: [[`${zh}；仍要進行請填寫原因。`, `${en}; to go on all the same, say why.`]] },
      also: { broke },
    })
  return [...new Set(stops.map(({ check }) => check.kind))]
}
