import { countries, countryName } from '../../../kit/code-names.ts'
import { useSay } from '../../../kit/words.ts'
import { Choice } from '../../../ui/forms/form.tsx'

type Props = { id: string; label: string; first: string | null | undefined }

/** A country by name. It may be empty, and an unknown code is kept. */
export const CountryChoice = ({ id, label, first }: Props) => {
  const say = useSay()
  const unknown = first && !countries.includes(first) ? [first] : []
  const options = [...unknown, ...countries].map((code) => [code, countryName(say, code)] as const)
  return <Choice id={id} label={label} options={[['', '—'], ...options]} defaultValue={first ?? ''} />
}
