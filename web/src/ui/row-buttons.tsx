import Pencil from '~icons/lucide/pencil'
import Plus from '~icons/lucide/plus'
import { useSay, type Words } from '../kit/words.ts'
import { iconName } from './icon-name.ts'

/** Opens the form of a row; screen readers hear which row. */
export const EditButton = ({ of, act }: { of: string; act: () => void }) => {
  const say = useSay()
  const label = say(`修改 ${of}`, `Edit ${of}`)
  return (
    <button type="button" className="button plain square" {...iconName(label)} onClick={act}>
      <Pencil width={15} height={15} />
    </button>
  )
}

/** A button in the heading of a card that adds a row. */
export const AddButton = ({ words, act }: { words: Words; act: () => void }) => {
  const say = useSay()
  return (
    <button type="button" className="button more" onClick={act}>
      <Plus width={15} height={15} />
      {say(...words)}
    </button>
  )
}
