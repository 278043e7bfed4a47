import { type TProperties, Type } from 'typebox'
import { whole } from '../fields.ts'
import { askedOf, type Filter } from './filters.ts'

export type ListDeclaration = {
  /** The table or alias whose columns sort and search mean. */
  of: string
  /** Fields a reader may sort by, beside the stamps, with their schema; each stands in the answer too. */
  sort: TProperties
  /** The order when none is asked, such as `-created_at`. */
  order: string
  search?: string[]
  /** The column `updated_since` means; `updated_at` unless said otherwise. */
  since?: string
  filters?: Record<string, Filter>
  /** Its rows do not show `created_at` and `updated_at`, so it cannot be sorted by them. */
  hidesStamps?: true
}

/** The longest page. */
export const MOST = 100

export type ListQuery = { page?: number; per_page?: number; sort?: string; cursor?: string } & Record<string, unknown>

/** What may be asked of a list. */
export const listQuery = (sortable: string[], order: string, asked: Record<string, Filter>) =>
  Type.Object(
    {
      page: Type.Optional(whole(1)),
      per_page: Type.Optional(whole(1, MOST)),
      sort: Type.Optional(
        Type.String({ maxLength: 200, description: `${sortable.join(', ')}; - for descending`, examples: [order] }),
      ),
      cursor: Type.Optional(Type.String({ maxLength: 4000, description: 'Empty to begin; then meta.next_cursor.' })),
      ...askedOf(asked),
    },
    { additionalProperties: false },
  )
