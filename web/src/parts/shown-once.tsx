import './shown-once.css'
import { useState } from 'react'
import { useSay } from '../kit/words.ts'

/** A secret that the service shows only now, with a button that copies it. */
export const ShownOnce = ({ label, value }: { label: string; value: string }) => {
  const say = useSay()
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(value)
    setCopied(true)
  }
  return (
    <section className="shown-once" aria-label={label}>
      <code>{value}</code>
      <p className="small soft">{say('只在這裡顯示這一次。', 'It is shown only now.')}</p>
      <button type="button" className="button" onClick={copy}>
        {isCopied ? say('已複製', 'Copied') : say('複製', 'Copy')}
      </button>
    </section>
  )
}
