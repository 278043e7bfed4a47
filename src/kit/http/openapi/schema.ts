/** A JSON schema as it is read. */
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
  /** And every other keyword, ours among them. */
  [keyword: string]: unknown
}
