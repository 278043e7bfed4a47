import * as label from 'guidon-sdk/labels'
import { useSay } from '../../../kit/words.ts'
import { Field } from '../../../ui/forms/form.tsx'
import { transportIn, transportWords } from './transport-words.ts'

type Props = { id: string; first: string | null | undefined }

/** The transport on a day: one of the usual kinds, in the reader's language, or any other text. */
export const TransportField = ({ id, first }: Props) => {
  const say = useSay()
  return (
    <>
      <Field
        id={id}
        label={say(...label.transport)}
        defaultValue={first ? transportIn(say, first) : ''}
        list={`${id}_kinds`}
        maxLength={200}
      />
      <datalist id={`${id}_kinds`}>
        {Object.values(transportWords).map((words) => (
          <option key={words[1]} value={say(...words)} />
        ))}
      </datalist>
    </>
  )
}
