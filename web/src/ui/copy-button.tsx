import { useState } from 'react'
import { useSay } from '../kit/words.ts'

/** Copies a text to the clipboard, and confirms it. */
export const CopyButton = ({ text }: { text: string }) => {
  const say = useSay()
  const [isCopied, setCopied] = useState(false)
  return (
    <button type="button" className="button" onClick={async () => setCopied(await copy(text))}>
      {isCopied ? say('已複製', 'Copied') : say('複製', 'Copy')}
    </button>
  )
}

// Without TLS the clipboard API is missing; then the text is selected and copied with the old command.
const copy = async (text: string) => {
  if (navigator.clipboard) {
    await navigator.clipboard.writeText(text)
    return true
  }
  const field = document.createElement('textarea')
  field.value = text
  const around = document.querySelector('dialog[open]') ?? document.body
  around.append(field)
  field.select()
  const isDone = document.execCommand('copy')
  field.remove()
  return isDone
}
