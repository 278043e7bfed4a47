import './papers.css'
import { useState } from 'react'
import { locale, useSay, type Words } from '../../../kit/words.ts'
import { Card } from '../../../ui/card.tsx'
import { PaperFrame } from './paper-frame.tsx'

/** A paper that is printed from its address; `xlsx` if it is a table too. */
type Printed = { words: Words; href: string; xlsx?: true; phone?: true }

/** The papers of a record: a look in a new tab in either language, and the file. */
export const Papers = ({ title, papers }: { title: string; papers: readonly Printed[] }) => (
  <Card title={title} count={papers.length}>
    <ul className="papers">
      {papers.map((paper) => (
        <PrintedPaper key={paper.href} paper={paper} />
      ))}
    </ul>
  </Card>
)

const PrintedPaper = ({ paper: { words, href, xlsx, phone } }: { paper: Printed }) => {
  const say = useSay()
  const [isShown, show] = useState(false)
  return (
    <li>
      <b>{say(...words)}</b>
      <span className="ways">
        <button type="button" className="button" aria-expanded={isShown} onClick={() => show(!isShown)}>
          {isShown ? say('收起', 'Hide') : say('預覽', 'Preview')}
          <span className="unseen"> {say(...words)}</span>
        </button>
        <Way href={`${href}?format=pdf&locale=zh-TW`}>中文</Way>
        <Way href={`${href}?format=pdf&locale=en`}>English</Way>
        {phone && <Way href={`${href}?size=phone&locale=${locale.now()}`}>{say('手機版', 'For a phone')}</Way>}
        {xlsx && <Way href={`${href}?format=xlsx&locale=${locale.now()}`}>XLSX</Way>}
      </span>
      {isShown && <PaperFrame title={say(...words)} href={`${href}?format=pdf&locale=${locale.now()}`} />}
    </li>
  )
}

/** A paper in a new tab. */
export const Way = ({ href, children }: { href: string; children: string }) => (
  <a className="button" href={href} target="_blank" rel="noreferrer">
    {children}
  </a>
)
