import { useState } from 'react'

type Props = { words: string; sure: string; act: () => void; disabled?: boolean; about?: string | undefined }

/** A button for an action that cannot be undone: the first click shows a question in its place. Moving the focus away cancels. */
export const ConfirmButton = ({ words, sure, act, disabled, about }: Props) => {
  const [isAsking, setAsking] = useState(false)
  return (
    <button
      type="button"
      className={`button ${isAsking ? 'grave' : ''}`}
      disabled={disabled}
      onBlur={() => setAsking(false)}
      onClick={() => (isAsking ? act() : setAsking(true))}
    >
      {isAsking ? sure : words}
      {about && <span className="unseen"> {about}</span>}
    </button>
  )
}
