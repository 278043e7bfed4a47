import { type TProperties, Type } from 'typebox'
import { whole } from '../fields.ts'
import { type Filter, queryParameters } from './filters.ts'

export type ListDeclaration = {
  /** The table or alias of the columns that `sort` and `search` name. */
  of: string
  /** The fields that a list can be sorted by in addition to the stamps, with their schemas. Each must be in the answer. */
  sort: TProperties
  /** The default order, such as `-created_at`. */
  order: string
  search?: string[]
  /** The column that `updated_since` compares; `updated_at` by default. */
  since?: string
  filters?: Record<string, Filter>
  /** Its rows do not show `created_at` and `updated_at`, so it cannot be sorted by them. */
  hidesStamps?: true
}

/** The most rows of a page. */
export const MOST = 100

export type ListQuery = { page?: number; per_page?: number; sort?: string; cursor?: string } & Record<string, unknown>

/** The schema of a list's query. */
export const listQuery = (sortable: string[], order: string, filters: Record<string, Filter>) =>
  Type.Object(
    {
      page: Type.Optional(whole(1)),
      per_page: Type.Optional(whole(1, MOST)),
      sort: Type.Optional(
        Type.String({ maxLength: 200, description: `${sortable.join(', ')}; - for descending`, examples: [order] }),
      ),
      cursor: Type.Optional(Type.String({ maxLength: 4000, description: 'Empty to begin; then meta.next_cursor.' })),
      ...queryParameters(filters),
    },
    { additionalProperties: false },
  )
