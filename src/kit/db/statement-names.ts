/** Statement texts are few and come again; each gets a name, so that PostgreSQL parses it once per connection. */
const names = new Map<string, string>()
const MOST = 2_000

export const statementName = (text: string) => {
  const known = names.get(text)
  if (known) return known
  if (names.size >= MOST) return undefined
  const name = `s${names.size + 1}`
  names.set(text, name)
  return name
}
