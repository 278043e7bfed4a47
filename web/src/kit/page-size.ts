import { choice } from './store.ts'

/** How many rows a list shows at a time. */
export const pageSizes = ['20', '50', '100'] as const
export const pageSize = choice('guidon.rows', '20', pageSizes, () => {})

export const usePageSize = () => Number(pageSize.use())
