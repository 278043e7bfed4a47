/** The names of a code. */
export type Words = readonly [zh: string, en: string]
