import { nationalityWords } from 'guidon-sdk/words/nationality'
import { useSay, type Words } from '../kit/words.ts'
import { choicesOf } from './choices.ts'
import { Choice } from './form.tsx'

type Props = { id: string; label: string; first: string | null | undefined }

const words: Record<string, Words> = nationalityWords

/** A country by its name, those that are met most often first. It may stay open, and a code that is no country stays as it is. */
export const CountryChoice = ({ id, label, first }: Props) => {
  const unknown = first && !words[first] ? [[first, first] as const] : []
  const options = [['', '—'] as const, ...unknown, ...choicesOf(useSay(), words)]
  return <Choice id={id} label={label} options={options} defaultValue={first ?? ''} />
}
