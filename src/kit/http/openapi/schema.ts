/** A JSON schema, as far as this folder reads it. */
export type Schema = {
  type?: string | string[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  enum?: unknown[]
  examples?: unknown[]
  description?: string
  format?: string
  pattern?: string
  maxLength?: number
  minimum?: number
  /** All other keywords, including our own. */
  [keyword: string]: unknown
}
