import type { Words } from './words.ts'

/** A column that the file of a list can have. The standard ones it has if the query names none. */
export type ListColumn = { name: string; words: Words; isStandard?: true }
