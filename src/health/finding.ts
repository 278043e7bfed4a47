import type { Words } from '../kit/words/words.ts'

/** The result of a check: its subject, its state, and what to do if it is not ok. */
export type Finding = { is: 'ok' | 'warn' | 'fail'; about: string; says: Words; todo?: Words }

export const ok = (about: string, says: Words): Finding => ({ is: 'ok', about, says })
export const warn = (about: string, says: Words, todo: Words): Finding => ({ is: 'warn', about, says, todo })
export const fail = (about: string, says: Words, todo: Words): Finding => ({ is: 'fail', about, says, todo })

/** The same in both languages: a name, a number, a path. */
export const plain = (text: string): Words => [text, text]
export const reasonOf = (error: unknown): Words => plain((error as Error).message || String(error))
