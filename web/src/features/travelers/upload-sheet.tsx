import { createTravelerDocument, type TripRegistrationDocumentInput } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { documentKindWords } from 'guidon-sdk/words'
import { useState } from 'react'
import { chosenIn } from '../../kit/choices.ts'
import { useSay } from '../../kit/words.ts'
import { useWrite } from '../../kit/write.ts'
import { FileField } from '../../ui/forms/file-field.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { Sheet } from '../../ui/forms/sheet.tsx'
import { WordChoice } from '../../ui/forms/word-choice.tsx'
import { NumberFields, numbersIn } from './number-fields.tsx'
import { changes } from './words.ts'

/** Adds a document with its picture. */
export default function UploadSheet({ traveler, close }: { traveler: number; close: () => void }) {
  const say = useSay()
  const [file, setFile] = useState<File>()
  const { mutate, error, isPending } = useWrite({
    send: (form: TripRegistrationDocumentInput, guidon) => createTravelerDocument(guidon, form),
    says: ['已上傳', 'Document uploaded'],
    changes,
    close,
  })
  return (
    <Sheet title={say('上傳證件或文件', 'Upload a document')} close={close}>
      <Form
        send={say('上傳', 'Upload')}
        error={error}
        isPending={isPending}
        submit={(given) =>
          mutate({
            traveler_id: traveler,
            kind: chosenIn(documentKindWords, given('kind')) ?? 'other',
            ...numbersIn(given),
            file: file ?? new Blob(),
          })
        }
      >
        <FileField file={file} choose={setFile} />
        <WordChoice id="kind" label={say(...label.kind)} words={documentKindWords} />
        <NumberFields document={undefined} />
      </Form>
    </Sheet>
  )
}
