import { type ReactNode, useState } from 'react'
import { locale, useSay, type Words } from '../../../kit/words.ts'
import { Card } from '../../../ui/card.tsx'
import { PaperFrame } from './paper-frame.tsx'
import css from './papers.module.css'

/** A paper that is printed from its address; `xlsx` if it is a table too, `mail` if it is mailed from here. */
type Printed = { words: Words; href: string; xlsx?: true; phone?: true; mail?: ReactNode }

/** The papers of a record: a look in a new tab in either language, and the file. */
export const Papers = ({ title, papers, all }: { title: string; papers: readonly Printed[]; all?: string }) => (
  <Card
    title={title}
    count={papers.length}
    aside={
      all && (
        <span className="right">
          <AllInOne href={all} />
        </span>
      )
    }
  >
    <ul className={css.papers}>
      {papers.map((paper) => (
        <PrintedPaper key={paper.href} paper={paper} />
      ))}
    </ul>
  </Card>
)

/** Everything as one file, to be printed at once. */
const AllInOne = ({ href }: { href: string }) => {
  const say = useSay()
  return <Way href={`${href}?locale=${locale.now()}`}>{say('全部一檔', 'All in one file')}</Way>
}

const PrintedPaper = ({ paper: { words, href, xlsx, phone, mail } }: { paper: Printed }) => {
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
        {mail}
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
