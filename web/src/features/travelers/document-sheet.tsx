import {
  createTravelerDocumentFile,
  deleteTravelerDocument,
  type TravelerDocumentChange,
  type TripRegistrationDocument,
  type TripRegistrationDocumentFileInput,
  updateTravelerDocument,
} from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { documentKindWords, documentStatusWords } from 'guidon-sdk/words'
import { Suspense, useState } from 'react'
import { chosenIn } from '../../kit/choices.ts'
import { dayWithYear } from '../../kit/days.ts'
import { lazy } from '../../kit/lazy.ts'
import { useMe } from '../../kit/me.ts'
import { editsBookings } from '../../kit/roles.ts'
import { useSay } from '../../kit/words.ts'
import { useWrite } from '../../kit/write.ts'
import { ActButton } from '../../ui/act-button.tsx'
import { Facts } from '../../ui/facts.tsx'
import { FileField } from '../../ui/forms/file-field.tsx'
import { Form, TextArea } from '../../ui/forms/form.tsx'
import { Sheet } from '../../ui/forms/sheet.tsx'
import { WordChoice } from '../../ui/forms/word-choice.tsx'
import { Picture } from '../../ui/picture.tsx'
import { NumberFields, numbersIn } from './number-fields.tsx'
import css from './one.module.css'
import { PaperNumber } from './paper-number.tsx'
import { changes, type Traveler } from './words.ts'

const Verdict = lazy(() => import('./verdict.tsx'))

type Props = { document: TripRegistrationDocument; close: () => void }
type SheetProps = Props & { traveler: Traveler }

/** One document beside its picture: the data that were read from it, and the review. */
export default function DocumentSheet({ document, traveler, close }: SheetProps) {
  const say = useSay()
  const me = useMe()
  const { url, name, media_type, status, kind, expires_on } = document
  const kindName = say(...documentKindWords[kind])
  return (
    <Sheet title={kindName} close={close}>
      {url && media_type && <Picture file={{ url, name: name ?? kindName, media_type }} label={kindName} />}
      <div className="column">
        <Facts
          facts={[
            [say(...label.status), say(...documentStatusWords[status])],
            [say(...label.reject_reason), document.reject_reason],
            [say(...label.number), document.number && <PaperNumber document={document} />],
            [say(...label.expires_on), expires_on && dayWithYear(expires_on)],
            [say(...label.notes), document.notes],
          ]}
        />
        {editsBookings(me) && (
          <Suspense>
            <Verdict document={document} traveler={traveler} close={close} />
          </Suspense>
        )}
        {document.possible.includes('receive') && <Upload document={document} close={close} />}
        {editsBookings(me) && <Edit document={document} close={close} />}
      </div>
    </Sheet>
  )
}

const Upload = ({ document, close }: Props) => {
  const say = useSay()
  const [file, setFile] = useState<File>()
  const { mutate, error, isPending } = useWrite({
    send: (form: TripRegistrationDocumentFileInput, guidon) => createTravelerDocumentFile(guidon, document.id, form),
    says: ['已上傳', 'Document uploaded'],
    changes,
    close,
  })
  return (
    <details className={css.part} open={document.url === null}>
      <summary>{document.url ? say('換一個檔案', 'Choose another file') : say('上傳檔案', 'Upload the file')}</summary>
      <Form
        of={document}
        send={say('上傳', 'Upload')}
        error={error}
        isPending={isPending}
        submit={() => mutate({ file: file ?? new Blob() })}
      >
        <FileField file={file} choose={setFile} />
      </Form>
    </details>
  )
}

const Edit = ({ document, close }: Props) => {
  const say = useSay()
  const { mutate, error, isPending } = useWrite({
    send: (body: TravelerDocumentChange, guidon) =>
      updateTravelerDocument(guidon, document.id, body, { version: document.version }),
    says: ['已儲存', 'Saved'],
    changes,
    close,
  })
  return (
    <details className={css.part}>
      <summary>{say('修改內容', 'Change the details')}</summary>
      <Form
        of={document}
        send={say('儲存', 'Save')}
        error={error}
        isPending={isPending}
        beside={<Remove document={document} close={close} />}
        submit={(given) =>
          mutate({
            kind: chosenIn(documentKindWords, given('kind')) ?? document.kind,
            expires_on: null,
            ...numbersIn(given),
            notes: given('notes') || null,
          })
        }
      >
        <WordChoice id="kind" label={say(...label.kind)} words={documentKindWords} first={document.kind} />
        <NumberFields document={document} />
        <TextArea id="notes" label={say(...label.notes)} rows={2} defaultValue={document.notes ?? ''} />
      </Form>
    </details>
  )
}

const Remove = ({ document: { id, version }, close }: Props) => (
  <ActButton
    words={['刪除這份文件', 'Remove the document']}
    sure={['檔案無法復原，確定刪除？', 'The file cannot be restored. Remove it?']}
    act={(guidon) => deleteTravelerDocument(guidon, id, { version })}
    says={['已刪除', 'Document removed']}
    changes={changes}
    close={close}
  />
)
