import { useState } from 'react'
import Eye from '~icons/lucide/eye'
import FileSpreadsheet from '~icons/lucide/file-spreadsheet'
import FileText from '~icons/lucide/file-text'
import Smartphone from '~icons/lucide/smartphone'
import { locale, useSay, type Words } from '../../../kit/words.ts'
import type { Act } from '../../../ui/acts-menu.tsx'
import { Card } from '../../../ui/card.tsx'
import { PaperFrame } from './paper-frame.tsx'
import { OpenPaper, PaperRow } from './paper-row.tsx'

/** A paper that is printed from its address; `xlsx` if it is a table too, `mail` if it is mailed from here. */
type Printed = { words: Words; href: string; xlsx?: true; phone?: true; mail?: Act }

/** The papers of a record, each in a row: a look in a new tab, and in its menu the languages and formats. */
export const Papers = ({ title, papers, all }: { title: string; papers: readonly Printed[]; all?: string }) => (
  <Card title={title} count={papers.length} aside={all && <AllInOne href={all} />}>
    <ul>
      {papers.map((paper) => (
        <PrintedPaper key={paper.href} paper={paper} />
      ))}
    </ul>
  </Card>
)

/** Everything as one file, to be printed at once. */
const AllInOne = ({ href }: { href: string }) => {
  const say = useSay()
  return (
    <a className="button more" href={`${href}?locale=${locale.now()}`} target="_blank" rel="noreferrer">
      {say('全部一檔', 'All in one file')}
    </a>
  )
}

const PrintedPaper = ({ paper: { words, href, xlsx, phone, mail } }: { paper: Printed }) => {
  const say = useSay()
  const [isShown, show] = useState(false)
  const pdf = (language: string) => `${href}?format=pdf&locale=${language}`
  const now = locale.now()
  const name = say(...words)
  return (
    <PaperRow
      name={name}
      open={<OpenPaper href={pdf(now)} of={name} />}
      more={[
        { words: isShown ? ['收起', 'Hide'] : ['預覽', 'Preview'], icon: Eye, act: () => show(!isShown) },
        { words: ['中文', '中文'], icon: FileText, href: pdf('zh-TW') },
        { words: ['English', 'English'], icon: FileText, href: pdf('en') },
        !!phone && {
          words: ['手機版', 'For a phone'],
          icon: Smartphone,
          href: `${href}?size=phone&locale=${now}`,
        },
        !!xlsx && { words: ['XLSX', 'XLSX'], icon: FileSpreadsheet, href: `${href}?format=xlsx&locale=${now}` },
        mail ?? false,
      ]}
    >
      {isShown && <PaperFrame title={name} href={pdf(now)} />}
    </PaperRow>
  )
}
