/** What is said that differs from what was shown: a field that was left alone is not sent, so it undoes nobody's change. */
export const changedFrom = (said: object, shown: object) =>
  Object.fromEntries(Object.entries(said).filter(([name, value]) => !isSame(value, Reflect.get(shown, name))))

const isSame = (a: unknown, b: unknown) => JSON.stringify(inOrder(a)) === JSON.stringify(inOrder(b))

/** With its names in order, without those that are undefined. */
const inOrder = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(inOrder)
  if (!value || typeof value !== 'object') return value
  return Object.entries(value)
    .filter(([, each]) => each !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
}
