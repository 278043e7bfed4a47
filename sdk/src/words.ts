/** What a code is called. */
export type Words = readonly [zh: string, en: string]
