import { useSay, type Words } from '../kit/words.ts'
import { Plus } from './common-icons.tsx'
import { icon } from './icons.tsx'

const Pencil = icon(
  <>
    <path d="M21.174 6.812a1 1 0 0 0-3.986-3.987L3.842 16.174a2 2 0 0 0-.5.83l-1.321 4.352a.5.5 0 0 0 .623.622l4.353-1.32a2 2 0 0 0 .83-.497z" />
    <path d="m15 5 4 4" />
  </>,
)

/** Opens the form of a row; who hears it hears of which. */
export const EditButton = ({ of, act }: { of: string; act: () => void }) => {
  const say = useSay()
  const label = say(`修改 ${of}`, `Change ${of}`)
  return (
    <button type="button" className="button plain square" aria-label={label} title={label} onClick={act}>
      <Pencil size={15} />
    </button>
  )
}

/** In the heading of a card: makes a new row. */
export const AddButton = ({ words, act }: { words: Words; act: () => void }) => {
  const say = useSay()
  return (
    <button type="button" className="button more" onClick={act}>
      <Plus size={15} />
      {say(...words)}
    </button>
  )
}
