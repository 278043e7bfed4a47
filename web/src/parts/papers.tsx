import './papers.css'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { guidon } from '../kit/api.ts'
import { locale, useSay, type Words } from '../kit/words.ts'
import { Card } from './card.tsx'
import { Field, Form } from './form.tsx'
import { PaperFrame } from './paper-frame.tsx'
import { EachReadingIsLogged } from './reason-form.tsx'
import { Sheet } from './sheet.tsx'

/** A paper that is printed from its address; `xlsx` if it is a table too. */
type Printed = { words: Words; href: string; xlsx?: true; phone?: true }
/** A list with personal data in clear: it asks for a reason, and each reading is logged. */
type Revealed = { words: Words; path: string }

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

/** Lists with personal data: the reason first, then the file. */
export const RevealedPapers = ({ title, papers }: { title: string; papers: readonly Revealed[] }) => {
  const say = useSay()
  const [asked, ask] = useState<Revealed>()
  return (
    <Card title={title} count={papers.length}>
      <ul className="papers">
        {papers.map((paper) => (
          <li key={paper.path}>
            <b>{say(...paper.words)}</b>
            <button type="button" className="button" onClick={() => ask(paper)}>
              {say('說明原因並開啟', 'Give a reason and open')}
            </button>
          </li>
        ))}
      </ul>
      {asked && <ReasonSheet paper={asked} close={() => ask(undefined)} />}
    </Card>
  )
}

const ReasonSheet = ({ paper, close }: { paper: Revealed; close: () => void }) => {
  const say = useSay()
  const { mutate, error, isPending } = useMutation({
    mutationFn: async ({ reason, format }: { reason: string; format: string }) => {
      const body = { reason, format, locale: locale.now() }
      return (await guidon.answer('POST', paper.path, {}, { body })).blob()
    },
    onSuccess: (file) => {
      window.open(URL.createObjectURL(file), '_blank')
      close()
    },
  })
  return (
    <Sheet title={say(...paper.words)} close={close}>
      <EachReadingIsLogged />
      <Form
        of={{ id: paper.path }}
        send={say('開啟', 'Open')}
        error={error}
        isPending={isPending}
        submit={(given) => mutate({ reason: given('reason'), format: given('format') === 'xlsx' ? 'xlsx' : 'pdf' })}
      >
        <Field id="reason" label={say('原因', 'Reason')} required maxLength={500} />
        <label className="check">
          <input type="checkbox" name="format" value="xlsx" /> XLSX
        </label>
      </Form>
    </Sheet>
  )
}
