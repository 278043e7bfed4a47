import type { Schema } from './schema.ts'

/** An example of a schema, built from the examples of its fields; `undefined` if there is none. */
export const exampleOf = (schema: Schema): unknown => {
  const { examples, enum: values, anyOf, type } = schema
  if (examples) return examples[0]
  if ('const' in schema) return schema.const
  if (values) return values[0]
  if (anyOf?.[0]) return exampleOf(anyOf[0])
  return byType[String([type].flat()[0])]?.(schema)
}

const byType: Record<string, (schema: Schema) => unknown> = {
  object: ({ properties = {} }) =>
    Object.fromEntries(
      Object.entries(properties)
        .map(([name, field]) => [name, exampleOf(field)])
        .filter(([, example]) => example !== undefined),
    ),
  array: ({ items }) => {
    const example = items && exampleOf(items)
    return example === undefined ? [] : [example]
  },
  string: ({ pattern, maxLength }) => (pattern ? undefined : '文字'.slice(0, maxLength)),
  integer: ({ minimum = 1 }) => minimum,
  number: ({ minimum = 1 }) => minimum,
  boolean: () => true,
}
