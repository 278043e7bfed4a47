type Words = readonly [zh: string, en: string]

/** A field of a plain record, with what a form needs to show it and a list to filter by it. */
export type PlainField = {
  name: string
  words: Words
  kind:
    | 'line'
    | 'text'
    | 'lines'
    | 'whole'
    | 'decimal'
    | 'flag'
    | 'day'
    | 'color'
    | 'choice'
    | 'record'
    | 'records'
    | 'rows'
  /** A record cannot be created without it. */
  isRequired?: true
  /** It may be null. Otherwise a record that leaves it out gets a default. */
  mayBeEmpty?: true
  example?: string
  longest?: number
  /** The values of a `choice`. */
  options?: readonly (readonly [value: string, ...Words])[]
  /** The path of the records that a `record` or `records` refers to; their names are at `{of}/list/options`. */
  of?: string
  /** The fields of each of the `rows`. */
  fields?: readonly PlainField[]
}

/** A record without steps of its own: its routes, its fields, and who may read and write it. */
export type PlainRecord = {
  path: string
  words: Words
  /** The plural, as the title of a list. */
  title: Words
  fields: readonly PlainField[]
  /** Fields whose values the service may ask about; `confirmed_<field>` and a `reason` answer. */
  asks?: readonly string[]
  filters: readonly PlainField[]
  /** The fields that a list can be sorted by. */
  sorts: readonly string[]
  /** Whether `q` finds records by a text. */
  isSearched: boolean
  readers: readonly string[]
  writers: readonly string[]
}
