import { formatWords, type Schema } from './schema.ts'

/** Sentences about fields by name, and the chapters in which they hold. */
export type FieldSentences = { chapters: readonly string[]; sentences: Readonly<Record<string, string>> }

/**
 * Gives each field of an operation that says nothing of its own the sentence of its name: that of `owner.name`, where the owner is the
 * record or the field that holds it, or else that of the name alone. Named schemas that the operation refers to are described with it.
 */
export function fieldDescriber({ sentences }: FieldSentences, schemas: Record<string, Schema>) {
  const done = new Set<string>()

  const describeNamed = (ref: string) => {
    const name = ref.split('/').at(-1) ?? ''
    const schema = schemas[name]
    if (!schema || done.has(name) || name === 'Problem') return
    done.add(name)
    describe(schema, recordOf(name))
  }

  const describe = (schema: Schema, owner: string): void => {
    if (typeof schema.$ref === 'string') describeNamed(schema.$ref)
    for (const [name, field] of Object.entries(schema.properties ?? {})) {
      const sentence = sentences[`${owner}.${name}`] ?? sentences[name]
      if (sentence && saysNothing(field)) field.description = [sentence, field.description].filter(Boolean).join(' ')
      describe(field, name)
    }
    for (const inner of [schema.items, schema.additionalProperties, ...(schema.anyOf ?? [])])
      if (typeof inner === 'object' && inner !== null) describe(inner as Schema, owner)
  }

  return ({ requestBody, responses }: Operation) => {
    for (const answer of [requestBody, ...Object.values(responses)])
      for (const { schema } of Object.values(answer?.content ?? {})) describe(schema, '')
  }
}
type Content = { content?: Record<string, { schema: Schema }> }
export type Operation = { requestBody?: Content; responses: Record<string, Content> }

/** What is read, created and changed is one record. */
const recordOf = (name: string) => name.replace(/^Get(?=[A-Z])/, '').replace(/(Input|Change)$/, '')

/** A field whose description tells only how its value is written. */
const saysNothing = ({ description }: Schema) => description === undefined || formatWords.has(description)
