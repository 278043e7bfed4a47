import { choicesOf } from '../../kit/choices.ts'
import { useSay, type Words } from '../../kit/words.ts'
import { Choice } from './form.tsx'

type Props = {
  id: string
  label: string
  /** The values to choose from, in words. */
  words: Record<string, Words>
  first?: string | undefined
  hint?: string
}

/** A choice among values that have words. */
export const WordChoice = ({ words, first, ...about }: Props) => (
  <Choice {...about} options={choicesOf(useSay(), words)} {...(first !== undefined && { defaultValue: first })} />
)
