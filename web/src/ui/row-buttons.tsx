import Pencil from '~icons/lucide/pencil'
import Plus from '~icons/lucide/plus'
import { useSay, type Words } from '../kit/words.ts'

/** Opens the form of a row; who hears it hears of which. */
export const EditButton = ({ of, act }: { of: string; act: () => void }) => {
  const say = useSay()
  const label = say(`修改 ${of}`, `Change ${of}`)
  return (
    <button type="button" className="button plain square" aria-label={label} title={label} onClick={act}>
      <Pencil width={15} height={15} />
    </button>
  )
}

/** In the heading of a card: makes a new row. */
export const AddButton = ({ words, act }: { words: Words; act: () => void }) => {
  const say = useSay()
  return (
    <button type="button" className="button more" onClick={act}>
      <Plus width={15} height={15} />
      {say(...words)}
    </button>
  )
}
