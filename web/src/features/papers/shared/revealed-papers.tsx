import * as label from 'guidon-sdk/labels'
import { useState } from 'react'
import Lock from '~icons/lucide/lock'
import { locale, useSay, type Words } from '../../../kit/words.ts'
import { useWrite } from '../../../kit/write.ts'
import { Card } from '../../../ui/card.tsx'
import { Field, Form } from '../../../ui/forms/form.tsx'
import { EachReadingIsLogged } from '../../../ui/forms/reason-form.tsx'
import { Sheet } from '../../../ui/forms/sheet.tsx'
import { saveFile } from '../../../ui/saved-file.ts'
import { OpenPaper, PaperRow } from './paper-row.tsx'

/** A list with unmasked personal data: it requires a reason, and each access is logged. */
type Revealed = { words: Words; path: string }

/** Lists with personal data: first the reason is asked, then the file is opened. */
export const RevealedPapers = ({ title, papers }: { title: string; papers: readonly Revealed[] }) => {
  const say = useSay()
  const [asked, ask] = useState<Revealed>()
  return (
    <Card title={title} count={papers.length}>
      <ul>
        {papers.map((paper) => (
          <PaperRow
            key={paper.path}
            name={say(...paper.words)}
            open={
              <button type="button" className="button plain" onClick={() => ask(paper)}>
                <Lock />
                {say('說明原因並開啟', 'Give a reason and open')}
                <span className="unseen"> {say(...paper.words)}</span>
              </button>
            }
          />
        ))}
      </ul>
      {asked && <ReasonSheet paper={asked} close={() => ask(undefined)} />}
    </Card>
  )
}

type Asked = { reason: string; format: 'pdf' | 'xlsx' }

const ReasonSheet = ({ paper, close }: { paper: Revealed; close: () => void }) => {
  const say = useSay()
  const [blocked, setBlocked] = useState<string>()
  // Browsers block a new page that is opened long after the click; then the reader opens it with a link.
  const open = (file: Blob) => {
    const url = URL.createObjectURL(file)
    if (window.open(url, '_blank')) close()
    else setBlocked(url)
  }
  const { mutate, error, isPending } = useWrite({
    send: ({ reason, format }: Asked, guidon) =>
      guidon.file('POST', paper.path, {}, { body: { reason, format, locale: locale.now() } }),
    done: (file, { format }) => {
      if (format === 'pdf') return open(file)
      saveFile(`${say(...paper.words)}.xlsx`, file)
      close()
    },
  })
  return (
    <Sheet title={say(...paper.words)} close={close}>
      {blocked && <OpenPaper href={blocked} of={say(...paper.words)} />}
      {!blocked && <EachReadingIsLogged />}
      {!blocked && (
        <Form
          of={{ id: paper.path }}
          send={say('開啟', 'Open')}
          error={error}
          isPending={isPending}
          submit={(given) => mutate({ reason: given('reason'), format: given('format') === 'xlsx' ? 'xlsx' : 'pdf' })}
        >
          <Field id="reason" label={say(...label.reason)} required maxLength={500} />
          <label className="choice">
            <input type="checkbox" name="format" value="xlsx" /> XLSX
          </label>
        </Form>
      )}
    </Sheet>
  )
}
