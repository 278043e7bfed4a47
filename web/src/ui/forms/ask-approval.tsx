import { type Guidon, Refusal } from 'guidon-sdk'
import { useRef } from 'react'
import { forgetDraftsOf } from '../../kit/form-draft.ts'
import { type Say, useSay, type Words } from '../../kit/words.ts'
import { useWrite } from '../../kit/write.ts'
import { ReasonForm } from './reason-form.tsx'

type Props = {
  /** The refusal of the write. Nothing is shown unless it names an approval that can be asked for. */
  error: Error | null
  /** What is asked: the refused body, as the kind of approval takes it. */
  params: object
  /** What else was typed and needs no approval. It is sent first: what comes after it does not fail for it again. */
  rest?: ((guidon: Guidon) => Promise<unknown>) | undefined
  /** The first words of the query keys that `rest` changes. */
  changes?: readonly string[]
  /** The reason that was given already. */
  reason?: string | undefined
  close: () => void
}

/** Below a refusal: asks a manager for what was refused, with a reason. The form above keeps what was typed until it is asked. */
export const AskApproval = ({ error, ...props }: Props) => {
  const asked = askableIn(error)
  return asked && <Ask asked={asked} {...props} />
}

const askableIn = (error: Error | null) => {
  if (!(error instanceof Refusal)) return undefined
  const { approval: kind, booking_id, roles } = error.problem
  if (typeof kind !== 'string' || typeof booking_id !== 'number') return undefined
  return { kind, booking_id, roles: Array.isArray(roles) ? roles.map(String) : [] }
}

type Asked = NonNullable<ReturnType<typeof askableIn>>

const Ask = ({ asked, params, rest, changes = [], reason, close }: Omit<Props, 'error'> & { asked: Asked }) => {
  const say = useSay()
  const form = useRef<HTMLDivElement>(null)
  const { kind, booking_id, roles } = asked
  const deciders = rolesIn(say, roles)
  const asking = useWrite({
    send: async (reason: string, guidon) => {
      await rest?.(guidon)
      const body = { booking_id, reason, params }
      await guidon.data('POST', `/api/approvals/${kind.replaceAll('_', '-')}`, {}, { body })
    },
    done: () => forgetDraftsOf(form.current?.closest('dialog') ?? null),
    says: () => ({
      title: say('已送出申請，尚未執行', 'Asked; nothing is changed yet'),
      body: say(`由${deciders}決定，決定後會通知您。`, `It is decided by ${deciders}, and you will be told.`),
    }),
    changes: ['approvals', ...changes],
    close,
  })
  return (
    <div ref={form}>
      <ReasonForm
        of={{ id: `${kind} ${booking_id}` }}
        send={say(`送請${deciders}核准`, `Ask ${deciders}`)}
        sending={asking}
        id="approval-reason"
        label={say('申請原因', 'Reason for asking')}
        hint={say(
          '決定的人會看到這個原因；核准前不會有任何變更。',
          'Whoever decides reads this reason. Nothing changes before it is approved.',
        )}
        defaultValue={reason}
      />
    </div>
  )
}

const deciderWords: Record<string, Words> = {
  manager: ['主管', 'a manager'],
  finance: ['會計', 'finance'],
  admin: ['管理員', 'an administrator'],
}

const rolesIn = (say: Say, roles: readonly string[]) =>
  Object.entries(deciderWords)
    .filter(([role]) => roles.includes(role))
    .map(([, words]) => say(...words))
    .join(say('或', ' or '))
