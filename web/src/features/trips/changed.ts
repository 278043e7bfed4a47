/** The values that the reader changed. Unchanged fields are not sent, so that they do not overwrite a colleague's change. */
export const changedFrom = (said: object, shown: object) =>
  Object.fromEntries(Object.entries(said).filter(([name, value]) => !isSame(value, Reflect.get(shown, name))))

const isSame = (a: unknown, b: unknown) => JSON.stringify(inOrder(a)) === JSON.stringify(inOrder(b))

/** A copy with sorted keys and without undefined values. */
const inOrder = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(inOrder)
  if (!value || typeof value !== 'object') return value
  return Object.entries(value)
    .filter(([, each]) => each !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
}
