import { optionLists } from '../../src/modules/options/lists.ts'

/** The answer of `GET /api/options`, built once. */
export const constant = Buffer.from(JSON.stringify({ success: true, data: optionLists }))
