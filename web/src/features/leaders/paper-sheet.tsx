import { createTourLeaderFile, deleteTourLeaderFile, type TourLeaderFile, updateTourLeaderFile } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { leaderFileKindWords } from 'guidon-sdk/words'
import { useState } from 'react'
import { chosenIn } from '../../kit/choices.ts'
import { dayWithYear } from '../../kit/days.ts'
import { useMe } from '../../kit/me.ts'
import { editsLeaders } from '../../kit/roles.ts'
import { useSay } from '../../kit/words.ts'
import { useWrite } from '../../kit/write.ts'
import { ActButton } from '../../ui/act-button.tsx'
import { DayField } from '../../ui/forms/day-field.tsx'
import { FileField } from '../../ui/forms/file-field.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { Sheet } from '../../ui/forms/sheet.tsx'
import { WordChoice } from '../../ui/forms/word-choice.tsx'
import { Picture } from '../../ui/picture.tsx'

type Props = { leader: number; paper: TourLeaderFile | undefined; close: () => void }

/** One document with its picture; type, number and expiry date are typed beside it. */
export default function PaperSheet({ leader, paper, close }: Props) {
  const say = useSay()
  const mayChange = editsLeaders(useMe())
  const title = paper ? say(...leaderFileKindWords[paper.kind]) : say('上傳證件或文件', 'Upload a document')
  return (
    <Sheet title={title} close={close}>
      {paper && <Picture file={paper} label={title} />}
      {mayChange && <Editor leader={leader} paper={paper} close={close} />}
      {!mayChange && paper?.expires_on && (
        <p className="soft">
          {say(`效期至 ${dayWithYear(paper.expires_on)}`, `Valid until ${dayWithYear(paper.expires_on)}`)}
        </p>
      )}
    </Sheet>
  )
}

const Editor = ({ leader, paper, close }: Props) => {
  const say = useSay()
  const [file, setFile] = useState<File>()
  const { mutate, error, isPending } = useWrite({
    send: ({ kind, expires_on }: { kind: TourLeaderFile['kind']; expires_on: string }, guidon) =>
      paper
        ? updateTourLeaderFile(
            guidon,
            leader,
            paper.id,
            { kind, expires_on: expires_on || null },
            { version: paper.version },
          )
        : createTourLeaderFile(guidon, leader, { kind, ...(expires_on && { expires_on }), file: file ?? new Blob() }),
    says: ['已儲存', 'Saved'],
    changes: ['leaders', 'work'],
    close,
  })
  return (
    <Form
      of={paper}
      send={paper ? say('儲存', 'Save') : say('上傳', 'Upload')}
      error={error}
      isPending={isPending}
      beside={
        paper && (
          <ActButton
            words={['刪除', 'Remove']}
            sure={['確定刪除？', 'Remove it?']}
            act={(guidon) => deleteTourLeaderFile(guidon, leader, paper.id, { version: paper.version })}
            says={['已刪除', 'Document removed']}
            changes={['leaders', 'work']}
            close={close}
          />
        )
      }
      submit={(given) =>
        mutate({ kind: chosenIn(leaderFileKindWords, given('kind')) ?? 'passport', expires_on: given('expires_on') })
      }
    >
      {!paper && <FileField file={file} choose={setFile} />}
      <WordChoice id="kind" label={say(...label.kind)} words={leaderFileKindWords} first={paper?.kind ?? 'passport'} />
      <DayField id="expires_on" label={say(...label.expires_on)} first={paper?.expires_on ?? undefined} />
    </Form>
  )
}
