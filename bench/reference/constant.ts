import { optionLists } from '../../src/modules/options/lists.ts'

/** The answer of the option lists, made once. */
export const constant = Buffer.from(JSON.stringify({ success: true, data: optionLists }))
