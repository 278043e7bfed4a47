import { createEnquiryNote } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import type { ReactNode } from 'react'
import { useSay, type Words } from '../../../kit/words.ts'
import { useWrite } from '../../../kit/write.ts'
import { DayField } from '../../../ui/forms/day-field.tsx'
import { Form, TextArea } from '../../../ui/forms/form.tsx'

type Props = {
  id: number
  /** The version of the enquiry: with another one the form is empty again. */
  version?: number
  send: Words
  says?: Words
  close?: () => void
  children?: ReactNode
}

/** What was said just now, and the day of the next call. */
export const NoteForm = ({ id, version, send, says, close, children }: Props) => {
  const say = useSay()
  const { mutate, error, isPending } = useWrite({
    send: (body: { words: string; follow_up_on?: string }, guidon) => createEnquiryNote(guidon, id, body),
    changes: ['enquiries', 'work'],
    ...(says && { says }),
    ...(close && { close }),
  })
  return (
    <Form
      key={version}
      of={{ id }}
      send={say(...send)}
      error={error}
      isPending={isPending}
      submit={(given) =>
        mutate({
          words: given('words'),
          ...(given('follow_up_on') && { follow_up_on: given('follow_up_on') }),
        })
      }
    >
      <TextArea id="words" label={say('說了什麼', 'What was said')} required />
      <DayField id="follow_up_on" label={say(...label.follow_up_on)} />
      {children}
    </Form>
  )
}
