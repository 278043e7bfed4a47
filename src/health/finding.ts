import type { Words } from '../kit/words/words.ts'

/** The result of a check: its subject, its state, and what to do if it is not ok. */
export type Finding = { is: 'ok' | 'warn' | 'fail'; about: string; says: Words; todo?: Words }

export function ok(about: string, says: Words): Finding {
  return { is: 'ok', about, says }
}
export function warn(about: string, says: Words, todo: Words): Finding {
  return { is: 'warn', about, says, todo }
}
export function fail(about: string, says: Words, todo: Words): Finding {
  return { is: 'fail', about, says, todo }
}

/** The same in both languages: a name, a number, a path. */
export function plain(text: string): Words {
  return [text, text]
}
export function reasonOf(error: unknown): Words {
  return plain((error as Error).message || String(error))
}
