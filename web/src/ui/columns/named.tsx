import { nameOf, useSay } from '../../kit/words.ts'

/** The name of a person or a record in a cell, in the language of the reader. */
export const Named = ({ of }: { of: { name: string; name_en?: string | null } | null }) => {
  const say = useSay()
  return of && nameOf(say, of)
}
